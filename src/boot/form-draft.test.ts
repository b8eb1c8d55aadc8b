import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { server } from '../test/server';
import { showLate } from '../waitlist/pending-submit';
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

test('a form that is late twice sends one request for one click', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const requests: Request[] = [];
  server.use(
    http.get(window.location.href, ({ request }) => {
      requests.push(request);
      return new HttpResponse(null, { status: 503 });
    }),
  );
  showLate();
  showLate();
  document.querySelector('a')?.click();

  await vi.waitFor(() => expect(console.error).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
  // Not reloaded, so nothing is stored.
  expect(window.history.state).toBeNull();
});
