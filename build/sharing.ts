import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from '../src/site.ts';

/**
 * What search engines and link previews read about the landing page, as tags for its `<head>`.
 *
 * @param siteUrl the page's public address; previews need absolute addresses, so without it they
 *   get words and no picture
 */
export function sharingTags(siteUrl: string | undefined): string {
  const graph: Array<readonly [string, string]> = [
    ['og:type', 'website'],
    ['og:site_name', site.name],
    ['og:title', site.title],
    ['og:description', site.description],
    ...(siteUrl
      ? ([
          ['og:url', new URL('/', siteUrl).href],
          ['og:image', new URL('/og.png', siteUrl).href],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
          ['og:image:alt', site.pictureText],
        ] as const)
      : []),
  ];

  return [
    ...graph.map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(siteUrl
      ? [
          `<link rel="canonical" href="${new URL('/', siteUrl).href}">`,
          `<script type="application/ld+json">${JSON.stringify(aboutSite(siteUrl)).replaceAll('<', '\\u003c')}</script>`,
        ]
      : []),
  ].join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** schema.org's words for the product and its accounts. */
function aboutSite(siteUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    description: site.description,
    url: new URL('/', siteUrl).href,
    logo: new URL('/icon-512.png', siteUrl).href,
    sameAs: [site.instagram, site.tiktok],
  };
}

/** Writes `robots.txt` and, when the page's address is known, `sitemap.xml`. */
export async function writeRobots(dist: string, siteUrl: string | undefined): Promise<void> {
  const robots = ['User-agent: *', 'Allow: /'];
  if (siteUrl) {
    robots.push('', `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`);
    await writeFile(
      join(dist, 'sitemap.xml'),
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        `  <url><loc>${new URL('/', siteUrl).href}</loc></url>`,
        '</urlset>',
        '',
      ].join('\n'),
    );
  }
  await writeFile(join(dist, 'robots.txt'), `${robots.join('\n')}\n`);
}
