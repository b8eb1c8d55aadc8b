import { expect, test } from 'vitest';
import './before-react';

const { dataset } = document.documentElement;

document.body.innerHTML = '<form method="dialog"><button></button></form>';
const press = () => document.forms[0]?.requestSubmit();
const type = () => document.forms[0]?.dispatchEvent(new InputEvent('input', { bubbles: true }));

// A browser test (e2e/landing.spec.ts) has the sections that fade in.
test('a press is remembered until the visitor types, unless React handles the form', () => {
  expect(dataset.form).toBeUndefined();
  press();
  expect(dataset.form).toBe('pressed');
  type();
  expect(dataset.form).toBeUndefined();

  dataset.form = 'live';
  press();
  type();
  expect(dataset.form).toBe('live');
});
