import { createMemoryHistory, RouterProvider, rootRouteId } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createAppRouter } from '../router';
import { SharingTags } from './sharing-tags';

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
 * Renders one page to HTML, at build time.
 *
 * @param siteUrl the site's public address, if it is known
 * @returns the tags for its `<head>`, the HTML of `#root`, and the ID of the route that it shows
 * @throws what a component or loader throws, which the browser would show as the error page
 */
export async function renderToHtml(path: string, siteUrl?: string) {
  const router = routerAt(path);
  await router.load();
  const match = router.state.matches.at(-1);
  if (match?.error instanceof Error) throw match.error;
  const isRedirected = match?.routeId === rootRouteId && path !== NOT_FOUND_PATH;
  if (isRedirected || match?.status !== 'success') {
    throw new Error(notPrerendered(path, 'it leads to another page'));
  }

  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      {/* The router renders this boundary in the browser only. With it, both trees are equal. */}
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </StrictMode>,
    {
      onError: (error) => void errors.push(error),
      // Every section in its place, however long: nothing is moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  if (errors.length > 0) throw errors[0];
  const html = await new Response(prelude).text();
  // React puts the tags that belong in the head before the rest.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? '';
  const sharing = path === NOT_FOUND_PATH ? null : <SharingTags path={path} siteUrl={siteUrl} />;
  return { head: head + renderToStaticMarkup(sharing), body: html.slice(head.length), route: match.routeId };
}

function routerAt(path: string) {
  return createAppRouter(createMemoryHistory({ initialEntries: [path] }));
}

function notPrerendered(path: string, reason: string): string {
  return `The route ${path} cannot be prerendered: ${reason}. Every route must be one static page.`;
}
