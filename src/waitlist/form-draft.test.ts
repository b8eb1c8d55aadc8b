import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { server } from '../test/server';
import { setReady } from './before-hydration';
import { keepFormDraft } from './form-draft';

// The draft of an older page: it lacks one field, has one more, and one of another type.
const DRAFT = { name: 'Ada', email: ['ada@example.com'], nickname: 'A' };

beforeAll(() => {
  window.history.replaceState({ key: 'router', formDraft: DRAFT }, '');
  keepFormDraft();
});

beforeEach(() => {
  document.body.innerHTML =
    '<form id="waitlist"><input name="name"><input name="phoneNumber"><input name="email">' +
    '<p class="waitlist-form-late"><a href="/">Load it again</a></p></form>';
});
afterEach(() => {
  delete document.documentElement.dataset.app;
  document.body.replaceChildren();
  window.history.replaceState(null, '');
});

test('the page removes the draft from the history at once, and fills in blank fields', () => {
  const fields = document.querySelectorAll('input');
  fields.item(1).value = 'typed since';
  expect(window.history.state).toEqual({ key: 'router' });

  dispatchEvent(new Event('DOMContentLoaded'));

  expect(Array.from(fields, ({ value }) => value)).toEqual(['Ada', 'typed since', '']);
});

test('a reload that fails is shown and logged, and stores nothing', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.get(window.location.href, () => new HttpResponse(null, { status: 503 })));

  document.querySelector('a')?.click();

  const { dataset } = document.documentElement;
  expect(dataset.app).toBe('reloading');
  await vi.waitFor(() => expect(dataset.app).toBe('unreachable'));
  expect(error).toHaveBeenCalledOnce();
  expect(window.history.state).toBeNull();
});

test('a form that becomes ready meanwhile is not reloaded', async () => {
  server.use(http.get(window.location.href, () => new HttpResponse()));

  document.querySelector('a')?.click();
  setReady();

  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(window.history.state).toBeNull();
});
