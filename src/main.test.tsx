import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capture } from './analytics/analytics';
import { expectLogged } from './testing/console';

vi.mock('./analytics/analytics');
vi.mock('react-dom/client', { spy: true });
vi.mock('./landing/hero', { spy: true });

const PAGE_VIEW = { $current_url: 'http://localhost:3000/', $host: 'localhost:3000', $pathname: '/' };

/** Starts the app on a page with this prerendered HTML, or without, as in development. */
async function start(html = '') {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  await act(() => import('./main'));
}

beforeEach(() => vi.resetModules());
// Otherwise, React would work on after the test, when there is no window.
afterEach(() => {
  const [root] = [createRoot, hydrateRoot].flatMap((start) => vi.mocked(start).mock.results);
  act(() => root?.value.unmount());
});

// The browser tests start the prerendered pages: an error of React's hydration fails them.
test('the app renders a page, counts a page view, and scrolls nowhere', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');

  await start();

  expect(await screen.findByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  expect(scrollTo).not.toHaveBeenCalled();
  expect(capture).toHaveBeenCalledExactlyOnceWith('$pageview', PAGE_VIEW);
});

test('a page that React cannot take over is rendered anew, and the error is logged and counted', async () => {
  await start('<p>Another page</p>');

  expect(await screen.findByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  expectLogged('error: Error: Hydration failed');
  expect(capture).toHaveBeenLastCalledWith('page_failed', { kind: 'hydration' });
});

test('an unexpected error is logged once and counted, and its page has a button that reloads', async () => {
  const cause = new Error('secret details');
  vi.mocked((await import('./landing/hero')).Hero).mockImplementation(() => {
    throw cause;
  });
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });

  await start();
  await userEvent.click(screen.getByRole('button'));

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  expect(document.title).toBe('Unexpected error — gel');
  expect(document.body).not.toHaveTextContent(cause.message);
  // In development, the router adds a warning of its own.
  expectLogged('error: Error: secret details', 'warn: Warning: Error in route match');
  expect(vi.mocked(capture).mock.calls.slice(1)).toEqual([['page_failed', { kind: 'render' }]]);
  expect(reload).toHaveBeenCalledOnce();
});
