import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderToHtml } from './render-to-html';
import { warmUp } from './warm-up';

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

test('the prerendered landing page has its words, its title and no inline style', async () => {
  const { head, body } = await render('/');
  const landing = head + body;

  expect(landing).toContain('Get Early Access');
  expect(landing).toMatch(/<title>.*gel.*<\/title>/);
  // The content security policy would refuse them.
  expect(landing).not.toMatch(/\s(style|on\w+)="/);
});

test('the prerendered not-found page has its words, and search engines leave it out', async () => {
  const { head, body } = await render('/404');
  const notFound = head + body;

  expect(notFound).toContain('Oops! Page not found');
  expect(notFound).toContain('Return to Home');
  expect(notFound).toMatch(/<meta name="robots" content="noindex"/);
  expect(notFound).not.toMatch(/\s(style|on\w+)="/);
});

test('the app takes over the prerendered landing page as it is', async () => {
  deliver('/', await render('/'));
  const heading = screen.getByRole('heading', { level: 1 });
  const before = document.body.innerHTML;
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();

  await start();

  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  expect(document.body.innerHTML).toBe(before);
  // Who has read on meanwhile is not thrown back to the top.
  expect(scrollTo).not.toHaveBeenCalled();
  expect(warmUp).toHaveBeenCalledOnce();
});

test('the app takes over the prerendered not-found page at any address', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  deliver('/nowhere?at=all', await render('/404'));
  const heading = screen.getByRole('heading', { level: 1 });

  await start();

  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  for (const call of error.mock.calls) expect(call).toEqual(['Page not found:', '/nowhere']);
});

test('under its file’s name, as several hosts serve it, it is the landing page all the same', async () => {
  deliver('/index.html?utm_source=poster#waitlist', await render('/'));
  const heading = screen.getByRole('heading', { level: 1 });
  HTMLElement.prototype.scrollIntoView = () => {};

  await start();

  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
  expect(window.location.href).toMatch(/\/\?utm_source=poster#waitlist$/);
});

test('a host that answers every path with the landing page still gets the not-found page', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  deliver('/nowhere', await render('/'));

  await start();

  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(screen.getByRole('heading')).toHaveTextContent('Oops! Page not found');
});

test('without prerendered HTML, as in development, the page is rendered', async () => {
  document.body.innerHTML = '<div id="root"></div>';

  await start();

  expect(screen.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
});
