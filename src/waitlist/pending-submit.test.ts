import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rememberSubmit, showLate, takePendingSubmit } from './pending-submit';

const { dataset } = document.documentElement;

beforeAll(rememberSubmit);
beforeEach(() => {
  vi.useFakeTimers();
  takePendingSubmit();
  delete dataset.app;
});

const submit = () => dispatchEvent(new SubmitEvent('submit'));
const type = () => dispatchEvent(new InputEvent('input'));

test('a submit that the app does not handle yet is handed over once', () => {
  submit();

  expect(takePendingSubmit()).toBe(true);
  expect(takePendingSubmit()).toBe(false);
});

test('an app that is there handles its submits itself', () => {
  takePendingSubmit();
  submit();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test('typing after a pending submit takes it back', () => {
  submit();
  type();

  expect(takePendingSubmit()).toBe(false);
});

test('after ten seconds the form shows that it did not load, and keeps the pending submit', () => {
  submit();
  vi.advanceTimersByTime(9_999);
  expect(dataset.app).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(dataset.app).toBe('late');

  expect(takePendingSubmit()).toBe(true);
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

test('a press on a form that did not load waits anew', () => {
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
