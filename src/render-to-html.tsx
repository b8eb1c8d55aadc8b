import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createAppRouter } from './router';

/**
 * Renders one page to HTML, at build time. `<title>` and `<meta>` come first, as React hoists them.
 *
 * @throws what a component throws, which React alone would leave to the browser
 */
export async function renderToHtml(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
    {
      onError: (error) => void errors.push(error),
      // Every section in its place, however long: nothing is moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}
