import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './early-save';
import { rememberSubmit, showLate } from './pending-submit';

const { dataset } = document.documentElement;

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
});

const send = (event: Event) => document.body.dispatchEvent(event);
const submit = () => send(new SubmitEvent('submit'));
const type = () => send(new InputEvent('input'));

test('a submit that the app does not handle yet is handed over once', () => {
  submit();

  expect(takeOver().isPending).toBe(true);
  expect(takeOver().isPending).toBe(false);
});

test('an app that is there handles its submits itself', () => {
  takeOver();
  submit();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test.each(['pending', 'stored', 'failed'])('typing after a submit that is %s ends it', (state) => {
  dataset.submit = state;
  type();

  expect({ ...dataset }).toEqual({});
});

test.each(['sent', 'stored'])('a submit that is %s is not sent again', (state) => {
  dataset.submit = state;
  submit();

  expect({ ...dataset }).toEqual({ submit: state });
});

test('typing while a save is in progress does not end it', () => {
  dataset.submit = 'sent';
  type();

  expect({ ...dataset }).toEqual({ submit: 'sent' });
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

test('every press has its whole ten seconds', () => {
  submit();
  vi.advanceTimersByTime(9_000);
  type();
  submit();
  vi.advanceTimersByTime(9_000);
  expect(dataset.app).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(dataset.app).toBe('late');
});

test('a submit of a form that did not load waits again', () => {
  showLate();
  submit();

  expect({ ...dataset }).toEqual({ submit: 'pending' });
});

test('a press that was taken back makes nothing late', () => {
  submit();
  type();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({});
});
