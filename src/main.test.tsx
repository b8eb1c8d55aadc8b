import { act, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { capture } from './analytics/analytics';

vi.mock('./analytics/analytics');
vi.mock('react-dom/client', { spy: true });

// The browser tests start the prerendered pages: an error of React's hydration fails them.
test('the app renders a page without prerendered HTML, as in development, and scrolls nowhere', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  document.body.innerHTML = '<div id="root"></div>';

  await act(() => import('./main'));

  expect(await screen.findByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  expect(scrollTo).not.toHaveBeenCalled();
  const page = { $current_url: 'http://localhost:3000/', $host: 'localhost:3000', $pathname: '/' };
  expect(capture).toHaveBeenCalledExactlyOnceWith('$pageview', page);
  // React would work on after the test, when there is no window.
  for (const { value } of vi.mocked(createRoot).mock.results) act(() => value.unmount());
});
