import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderToHtml } from './prerender/render-to-html';

vi.mock('./warm-up');
vi.mock('react-dom/client', { spy: true });
// React's other renderer to HTML: the one for builds will not share a process with the browser's.
vi.mock('react-dom/static', async () => {
  const { renderToString } = await import('react-dom/server');
  return { prerender: async (page: ReactNode) => ({ prelude: renderToString(page) }) };
});

beforeEach(() => vi.resetModules());

afterEach(() => {
  for (const start of [createRoot, hydrateRoot]) {
    for (const { value } of vi.mocked(start).mock.results) act(() => value.unmount());
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});

/** Renders a page as at build time, where there is no document. */
async function render(path: string) {
  vi.stubGlobal('document', undefined);
  const rendered = await renderToHtml(path);
  vi.unstubAllGlobals();
  return rendered;
}

/** The document as a host delivers it: a prerendered page at an address. */
function deliver(path: string, page: Awaited<ReturnType<typeof renderToHtml>>) {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root" data-route="${page.route}">${page.body}</div>`;
  document.head.insertAdjacentHTML('beforeend', page.head);
}

async function start() {
  await act(async () => {
    await import('./main');
    await new Promise((resolve) => setTimeout(resolve));
  });
}

// The first import of the app takes a while.
test.each([
  ['/', '/?utm_source=poster#waitlist', []],
  ['/404', '/nowhere?at=all', ['Page not found:', '/nowhere']],
])('hydration leaves the prerendered page %s at %s as it is', { timeout: 30_000 }, async (page, address, logged) => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  deliver(address, await render(page));
  const before = document.body.innerHTML;
  const heading = screen.getByRole('heading', { level: 1 });

  await start();

  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  expect(document.body.innerHTML).toBe(before);
  expect(window.location.href).toBe(window.location.origin + address);
  // The visitor may have scrolled meanwhile.
  expect(scrollTo).not.toHaveBeenCalled();
  expect(scrollIntoView).not.toHaveBeenCalled();
  // Twice in development, because of StrictMode.
  expect(error.mock.calls).toEqual(logged.length ? [logged, logged] : []);
});

test('the not-found page replaces a landing page that a host serves at an unknown path', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  deliver('/nowhere', await render('/'));

  await start();

  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(screen.getByRole('heading')).toHaveTextContent('Oops! Page not found');
});

test('the app renders a page without prerendered HTML, as in development', async () => {
  document.body.innerHTML = '<div id="root"></div>';

  await start();

  expect(screen.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
});
