import { pictureText, site } from '../lib/site';

/**
 * What search engines and link previews read in a page's `<head>`; rendered at build time only.
 *
 * @param siteUrl the site's public address. Without it, previews have no picture: it needs an absolute one.
 */
export function SharingTags({ path, siteUrl }: { path: string; siteUrl: string | undefined }) {
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
          <meta property="og:image:alt" content={pictureText} />
          <link rel="canonical" href={absolute(path)} />
        </>
      )}
    </>
  );
}
