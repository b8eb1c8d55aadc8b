import { beforeEach, expect, test, vi } from 'vitest';
import './early-press';

const { dataset } = document.documentElement;

document.body.innerHTML = '<form method="dialog"><input /><button></button></form>';
const form = document.forms[0] as HTMLFormElement;
const press = () => form.requestSubmit();
const type = () => form.dispatchEvent(new InputEvent('input', { bubbles: true }));

/** A script with this address cannot be loaded. */
function loseScript(src: string) {
  const script = document.body.appendChild(document.createElement('script'));
  script.setAttribute('src', src);
  script.dispatchEvent(new Event('error'));
}

beforeEach(() => {
  expect(dataset.form).toBeDefined();
  dataset.form = 'loading';
  vi.useFakeTimers();
});

test('a press waits, and typing withdraws it', () => {
  press();
  expect(dataset.form).toBe('pressed');
  type();
  expect(dataset.form).toBe('loading');
});

test('the form has failed ten seconds after the last press', () => {
  press();
  vi.advanceTimersByTime(6_000);
  type();
  press();
  vi.advanceTimersByTime(9_999);
  expect(dataset.form).toBe('pressed');
  vi.advanceTimersByTime(1);
  expect(dataset.form).toBe('failed');
});

test('the form has failed when a script of the app cannot be loaded', () => {
  press();
  loseScript('/assets/main.js');
  expect(dataset.form).toBe('failed');
});

test('other errors are ignored', () => {
  loseScript('https://extension.test/script.js');
  loseScript('/cdn-cgi/challenge.js');
  document.body.dispatchEvent(new Event('error'));
  window.dispatchEvent(new ErrorEvent('error'));
  expect(dataset.form).toBe('loading');
});

test('React’s form is left alone', () => {
  dataset.form = 'live';
  press();
  type();
  loseScript('/assets/main.js');
  vi.advanceTimersByTime(10_000);
  expect(dataset.form).toBe('live');
});
