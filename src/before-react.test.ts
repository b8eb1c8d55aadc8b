import { beforeEach, expect, test, vi } from 'vitest';

declare global {
  var ran: string[];
}

const { dataset } = document.documentElement;
const script = (code: string) => `data:text/javascript,${code}`;
const files = [script("ran.push('library')"), script("ran.push('app')"), script('throw 1')];
/** The draft of an older page: it lacks one field, has one more, and one of another type. */
const draft = { name: 'Ada', email: ['ada@example.com'], nickname: 'A' };

document.body.innerHTML = `<form id="waitlist"><input name="name"><input name="phoneNumber"><input name="email">
  <p class="waitlist-form-late"><a href="">Load it again</a></p></form>`;
const form = document.querySelector('form') as HTMLFormElement;
const fields = form.querySelectorAll('input');

const submit = (target = form) => target.dispatchEvent(new SubmitEvent('submit', { bubbles: true }));
const type = () => form.dispatchEvent(new InputEvent('input', { bubbles: true }));
const paint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

beforeEach(() => {
  delete dataset.submittedAt;
  dataset.app = 'loading';
  vi.useFakeTimers({ now: new Date('2026-11-21T22:30:00Z') });
});

// Once: the script listens as long as there is a page.
test('the script fills in the draft, and runs the app’s files in order when the document is painted', async () => {
  vi.useRealTimers();
  globalThis.ran = [];
  window.history.replaceState({ key: 'router', draft }, '');
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
  vi.stubEnv('VITE_SUPABASE_URL', '');
  vi.stubEnv('APP_FILES', files.join(' '));
  const error = vi.spyOn(console, 'error').mockReturnValue();

  await import('./before-react');
  expect(dataset.app).toBe('loading');
  // At once, because browsers may write the history to the disk.
  expect(window.history.state).toEqual({ key: 'router' });
  fields.item(1).value = 'typed since';
  // The browser paints what has arrived so far.
  await paint();
  await paint();
  expect(globalThis.ran).toEqual([]);

  dispatchEvent(new Event('DOMContentLoaded'));
  expect(Array.from(fields, ({ value }) => value)).toEqual(['Ada', 'typed since', '']);
  await vi.waitFor(() => expect(dataset.app).toBe('late'));
  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(error).toHaveBeenCalledOnce();
});

test('a submit is remembered once, with its time', () => {
  // An extension's form.
  submit(document.body.appendChild(document.createElement('form')));
  expect({ ...dataset }).toEqual({ app: 'loading' });

  submit();
  vi.advanceTimersByTime(3_000);
  submit();

  expect({ ...dataset }).toEqual({ app: 'loading', submittedAt: '2026-11-21T22:30:00.000Z' });
});

test('React handles a submit when the app is ready', async () => {
  dataset.app = 'ready';
  submit();
  await vi.advanceTimersByTimeAsync(10_000);

  expect({ ...dataset }).toEqual({ app: 'ready' });
});

test('typing after a submit withdraws it; an input event that changes no text does not', async () => {
  submit();
  type();
  expect(dataset.submittedAt).toBeDefined();

  fields.item(0).value += '1';
  type();
  await vi.advanceTimersByTimeAsync(10_000);

  expect({ ...dataset }).toEqual({ app: 'loading' });
});

test('after ten seconds the form is late; another submit moves the focus to the link, and counts', async () => {
  submit();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(dataset.app).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  expect(dataset.app).toBe('late');

  delete dataset.submittedAt;
  submit();
  expect(document.querySelector('a')).toHaveFocus();
  expect(dataset.submittedAt).toBeDefined();
});
