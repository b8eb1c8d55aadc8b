import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { site } from './lib/site';
import { createAppRouter } from './router';

/** The paths of all routes. */
export const paths = Object.keys(createAppRouter('/').routesByPath);

/**
 * Renders one page to HTML, at build time.
 *
 * @param siteUrl the site's public address, if it is known
 * @returns the tags for its `<head>`, and the HTML of `#root`
 * @throws the first error of a component; in the browser, the router shows its error page instead
 */
export async function renderToHtml(path: string, siteUrl: string | undefined) {
  const router = createAppRouter(path);
  await router.load();
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      {/* In the browser, the router adds this boundary. Hydration fails if only one of the two has it. */}
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </StrictMode>,
    {
      onError: (error) => void errors.push(error),
      // Otherwise, React puts a section with a lazy component at the end, and a script that moves it to its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  if (errors.length > 0) throw errors[0];
  const html = await new Response(prelude).text();
  // React puts the tags that belong in the head before the rest.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? '';
  const isIndexed = !head.includes('noindex');
  const tags = isIndexed ? renderToStaticMarkup(<SharingTags path={path} siteUrl={siteUrl} />) : '';
  return { head: head + tags, body: html.slice(head.length) };
}

/** What search engines and link previews read. A picture needs an absolute address. */
function SharingTags({ path, siteUrl }: { path: string; siteUrl: string | undefined }) {
  const absolute = (address: string) => new URL(address, siteUrl).href;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={site.title} />
      <meta property="og:description" content={site.description} />
      <meta name="twitter:card" content="summary_large_image" />
      {siteUrl && (
        <>
          <meta property="og:url" content={absolute(path)} />
          <meta property="og:image" content={absolute('/og.jpg')} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content="The headline “meet. connect. gel.” and, beside it, the waitlist form."
          />
          <link rel="canonical" href={absolute(path)} />
        </>
      )}
    </>
  );
}
