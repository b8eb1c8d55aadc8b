import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApp } from './start-app';

declare global {
  var ran: string[];
}

beforeEach(() => {
  globalThis.ran = [];
});

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset.app;
});

/** Lists scripts in the document as the build does. Each is a new one, because modules run once. */
function list(...sources: string[]): void {
  for (const source of sources) {
    const href = `data:text/javascript,${encodeURIComponent(source)}//${crypto.randomUUID()}`;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
}

const paint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const parsed = () => dispatchEvent(new Event('DOMContentLoaded'));
const isLate = () => document.documentElement.dataset.app === 'late';

test('the scripts run in order, when the whole document is parsed and painted', async () => {
  list('ran.push("library")');
  const started = startApp();
  // The browser paints what has arrived so far.
  await paint();
  await paint();
  expect(globalThis.ran).toEqual([]);

  list('ran.push("app")');
  parsed();
  await started;

  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(isLate()).toBe(false);
});

test('a script that throws is logged, and the form shows that it did not load', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  list('throw new Error("no root")', 'ran.push("app")');

  const started = startApp();
  parsed();
  await started;

  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
  expect(isLate()).toBe(true);
  expect(globalThis.ran).toEqual([]);
});
