import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './early-save';
import { rememberSubmit, showLate } from './pending-submit';

const { dataset } = document.documentElement;

const form = document.body.appendChild(document.createElement('form'));
const field = form.appendChild(document.createElement('input'));
field.name = 'name';

beforeAll(() => {
  rememberSubmit();
  // As keep-taps-native.ts does before hydration.
  for (const type of ['submit', 'input'])
    document.body.addEventListener(type, (event) => event.stopPropagation());
});
beforeEach(() => {
  vi.useFakeTimers();
  takeOver();
  delete dataset.app;
  field.value = '';
});

const submit = () => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true }));
const type = () => field.dispatchEvent(new InputEvent('input', { bubbles: true }));
const submitText = () => {
  field.value = 'Grace';
  submit();
};

test('a submit that the app does not handle yet is handed over once', () => {
  submit();

  expect(takeOver().isPending).toBe(true);
  expect(takeOver().isPending).toBe(false);
});

test('the app handles a submit itself after it has taken over', () => {
  takeOver();
  submit();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test.each<[what: string, before: string, act: () => void, after?: string]>([
  ['typing after a submit ends it', 'pending', type],
  ['typing after a success ends it', 'stored', type],
  ['typing after a failure ends it', 'failed', type],
  ['typing during a save does not end it', 'sent', type, 'sent'],
  ['a submit during a save is ignored', 'sent', submit, 'sent'],
  ['a submit of the empty form after a success is ignored', 'stored', submit, 'stored'],
  ['a submit of a text after a success is pending', 'stored', submitText, 'pending'],
  ['a submit after a failure is pending', 'failed', submit, 'pending'],
])('%s', (_, before, act, after) => {
  dataset.submit = before;
  act();

  expect({ ...dataset }).toEqual(after ? { submit: after } : {});
});

test('after ten seconds the form shows that it did not load, and keeps the pending submit', () => {
  submit();
  vi.advanceTimersByTime(9_999);
  expect(dataset.app).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(dataset.app).toBe('late');

  expect(takeOver().isPending).toBe(true);
  expect(dataset.app).toBe('ready');
});

test('every submit has its whole ten seconds', () => {
  submit();
  vi.advanceTimersByTime(9_000);
  type();
  submit();
  vi.advanceTimersByTime(9_000);
  expect(dataset.app).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(dataset.app).toBe('late');
});

test('a submit of a form that did not load is pending again', () => {
  showLate();
  submit();

  expect({ ...dataset }).toEqual({ submit: 'pending' });
});

test('a submit that typing has ended makes nothing late', () => {
  submit();
  type();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({});
});
