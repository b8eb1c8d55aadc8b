import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { createAppRouter } from '../router';

/** Renders the page at this address. */
export async function renderPage(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  const rendered = render(<RouterProvider router={router} />);
  await act(() => router.load());
  return rendered;
}
