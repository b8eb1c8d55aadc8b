import { RouterProvider } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
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
test.each([
  ['/', '/?utm_source=poster#waitlist'],
  ['/404', '/no-such-page?utm_source=poster'],
])('React takes over the prerendered HTML of %s at the address %s', async (prerendered, visited) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const onRecoverableError = vi.fn();
  document.body.innerHTML = renderToString(await app(prerendered));

  const visit = await app(visited);
  const root = await act(async () => hydrateRoot(document.body, visit, { onRecoverableError }));

  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(log.mock.calls.filter(([message]) => message !== 'Page not found:')).toEqual([]);
  act(() => root.unmount());
});
