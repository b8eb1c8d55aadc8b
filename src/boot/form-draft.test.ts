import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { server } from '../test/server';
import { keepDraft } from './form-draft';

// What an older page hands over: one field less, one more, one of another type.
const DRAFT = { name: 'Ada', email: ['ada@example.com'], nickname: 'A' };

beforeAll(() => {
  window.history.replaceState({ key: 'router', formDraft: DRAFT }, '');
  keepDraft();
});
beforeEach(() => {
  document.body.innerHTML =
    '<form id="waitlist"><input name="name"><input name="phoneNumber"><input name="email">' +
    '<p class="waitlist-form-stuck"><a href="/">Load it again</a></p></form>';
});
afterEach(() => {
  document.body.replaceChildren();
  window.history.replaceState(null, '');
});

const texts = () => Array.from(document.querySelectorAll('input'), ({ value }) => value);

test('the form draft is removed from the history at once, and fills in blank fields', () => {
  document.querySelectorAll('input').item(1).value = 'typed since';
  expect(window.history.state).toEqual({ key: 'router' });

  dispatchEvent(new Event('DOMContentLoaded'));

  expect(texts()).toEqual(['Ada', 'typed since', '']);
});

test('a reload of a page that is not available is logged, and stores nothing', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.get(window.location.href, () => new HttpResponse(null, { status: 503 })));

  document.querySelector('a')?.click();

  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(window.history.state).toBeNull();
});
