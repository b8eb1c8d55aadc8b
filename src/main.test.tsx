import { act, screen } from '@testing-library/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The browser tests start the prerendered pages: an error of React's hydration fails them.
vi.mock('./load-later');
vi.mock('react-dom/client', { spy: true });

beforeEach(() => vi.resetModules());

afterEach(() => {
  for (const start of [createRoot, hydrateRoot]) {
    for (const { value } of vi.mocked(start).mock.results) act(() => value.unmount());
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});

async function start() {
  await act(async () => {
    await import('./main');
    await new Promise((resolve) => setTimeout(resolve));
  });
}

test('the not-found page replaces a landing page that a host serves at an unknown path, and its tags', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  // React reports that the page differs.
  const reported = vi.fn();
  addEventListener('error', reported);
  window.history.replaceState(null, '', '/nowhere');
  document.head.innerHTML = '<meta name="description"><meta property="og:title"><link rel="canonical">';
  document.body.innerHTML = '<div id="root"><!--$--><h1>Landing</h1><!--/$--></div>';

  await start();

  await vi.waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent('Oops! Page not found'));
  expect(document.head.querySelector('[rel=canonical], [name=description], [property]')).toBeNull();
  expect(error).toHaveBeenCalledWith('Page not found:', '/nowhere');
  expect(reported).toHaveBeenCalled();
  removeEventListener('error', reported);
});

test('the app renders a page without prerendered HTML, as in development', async () => {
  document.body.innerHTML = '<div id="root"></div>';

  await start();

  expect(screen.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
});
