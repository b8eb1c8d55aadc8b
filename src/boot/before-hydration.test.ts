import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { server } from '../test-setup/server';
import { setReady } from '../waitlist/take-over';
import { reloadByLink, rememberSubmit, restoreDraft, setLate } from './before-hydration';

const { dataset } = document.documentElement;
const form = document.body.appendChild(document.createElement('form'));
form.id = 'waitlist';
form.innerHTML = '<input name="name"><p class="waitlist-form-late"><a href="/">Load it again</a></p>';
const field = form.querySelector('input') as HTMLInputElement;
const link = form.querySelector('a');

const submit = () => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true }));
const type = () => form.dispatchEvent(new InputEvent('input', { bubbles: true }));

beforeAll(() => {
  rememberSubmit();
  reloadByLink();
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T22:30:00Z') });
  setReady();
  delete dataset.app;
});

test('a submit is handed over once, with its time', () => {
  submit();
  vi.advanceTimersByTime(3_000);
  submit();

  expect(setReady()).toEqual(new Date('2026-11-21T22:30:00Z'));
  expect(setReady()).toBeUndefined();
  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test('React handles a submit when the app is ready', () => {
  setReady();
  submit();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test('an input event that changes no text leaves a submit', () => {
  submit();
  type();

  expect(setReady()).toBeDefined();
});

test('typing after a submit withdraws it', () => {
  submit();
  field.value += '1';
  type();
  vi.advanceTimersByTime(10_000);

  expect({ ...dataset }).toEqual({});
});

test('after ten seconds the form is late, and the submit counts if the app arrives', async () => {
  submit();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(dataset.app).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(dataset.app).toBe('late');
  expect(setReady()).toBeDefined();
});

test('a submit of a late form moves the focus to the link, and counts if the app arrives', () => {
  setLate();
  submit();

  expect(link).toHaveFocus();
  expect(dataset.app).toBe('late');
  expect(setReady()).toBeDefined();
});

test('a reload that fails is shown and logged, and stores nothing', async () => {
  vi.useRealTimers();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.get(window.location.href, () => new HttpResponse(null, { status: 503 })));

  link?.click();

  expect(link).toHaveAttribute('aria-busy', 'true');
  await vi.waitFor(() => expect(dataset.app).toBe('unreachable'));
  expect(error).toHaveBeenCalledOnce();
  expect(window.history.state).toBeNull();
});

test('a form that becomes ready meanwhile is not reloaded', async () => {
  vi.useRealTimers();
  server.use(http.get(window.location.href, () => new HttpResponse()));

  link?.click();
  setReady();

  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(window.history.state).toBeNull();
});

test('a draft leaves the history at once, and fills in the blank fields of another version', () => {
  // The draft of an older page: it lacks one field, has one more, and one of another type.
  const formDraft = { name: 'Ada', email: ['ada@example.com'], nickname: 'A' };
  window.history.replaceState({ key: 'router', formDraft }, '');
  document.body.innerHTML =
    '<form id="waitlist"><input name="name"><input name="phoneNumber"><input name="email"></form>';
  const fields = document.querySelectorAll('input');

  restoreDraft();
  expect(window.history.state).toEqual({ key: 'router' });
  fields.item(1).value = 'typed since';
  dispatchEvent(new Event('DOMContentLoaded'));

  expect(Array.from(fields, ({ value }) => value)).toEqual(['Ada', 'typed since', '']);
});
