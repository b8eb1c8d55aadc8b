import { RouterProvider } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PAGES } from '../vite/prerender';
import { createAppRouter } from './router';

async function app(path: string) {
  const router = createAppRouter(path);
  await router.load();
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}

// React's development build, which the tests have, reports a difference.
test.each(Object.keys(PAGES))('React takes over the HTML of %s, at an address with query and hash', async (page) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const onRecoverableError = vi.fn();
  document.body.innerHTML = renderToString(await app(page));

  const visit = await app(`${page === '/404' ? '/no-such-page' : page}?utm_source=poster#waitlist`);
  const root = await act(async () => hydrateRoot(document.body, visit, { onRecoverableError }));

  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(log.mock.calls.filter(([message]) => message !== 'Page not found:')).toEqual([]);
  act(() => root.unmount());
});
