import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider, rootRouteId } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createAppRouter, renderedRoute } from './router';
import { sampleSignUp } from './waitlist/waitlist-fields';
import { toRow } from './waitlist/waitlist-row';

/** A row as the page writes it; the build publishes it for the doctor. */
export const sampleRow = toRow(sampleSignUp(0), new Date(0));

/** Where the not-found page is rendered: a path without a route. */
export const NOT_FOUND_PATH = '/404';

/**
 * The paths of all pages: the routes without children.
 *
 * @throws for a route with a parameter, which has no page of its own
 */
export function pagePaths(): string[] {
  return Object.values(routerAt('/').routesById)
    .filter(({ children }) => !children)
    .map(({ fullPath }) => {
      if (fullPath.includes('$')) throw new Error(notPrerendered(fullPath, 'it has a parameter'));
      return fullPath.replace(/(.)\/$/, '$1');
    });
}

/**
 * Renders one page to HTML, at build time. `<title>` and `<meta>` come first, as React hoists them.
 *
 * @returns the HTML, and the route that it shows
 * @throws what a component or loader throws, which the browser would show as the error page
 */
export async function renderToHtml(path: string): Promise<{ html: string; route: string }> {
  const router = routerAt(path);
  await router.load();
  const route = renderedRoute(router);
  const { error, status } = router.state.matches.at(-1) ?? {};
  if (error instanceof Error) throw error;
  const isRedirected = route === rootRouteId && path !== NOT_FOUND_PATH;
  if (isRedirected || status !== 'success') {
    throw new Error(notPrerendered(path, 'it leads to another page'));
  }

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
  return { html: await new Response(prelude).text(), route };
}

function routerAt(path: string) {
  return createAppRouter(new QueryClient(), createMemoryHistory({ initialEntries: [path] }));
}

function notPrerendered(path: string, reason: string): string {
  return `The route ${path} cannot be prerendered: ${reason}. Every route must be one static page.`;
}
