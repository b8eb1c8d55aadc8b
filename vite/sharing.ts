import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { site } from '../src/site.ts';
import type { Prerendered } from './prerender.ts';

/**
 * Builds the tags that search engines and link previews read in a page's `<head>`.
 *
 * @param path the page's path
 * @param siteUrl the site's public address; previews need absolute addresses, so without it they
 *   have words and no picture
 */
export function sharingTags(path: string, siteUrl: string | undefined): string {
  const words = [
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', site.title),
    property('og:description', site.description),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  if (!siteUrl) return words.join('');

  const { href } = new URL(path, siteUrl);
  return [
    ...words,
    property('og:url', href),
    property('og:image', new URL('/og.jpg', siteUrl).href),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', site.pictureText),
    `<link rel="canonical" href="${href}">`,
    `<script type="application/ld+json">${organization(new URL('/', siteUrl).href).replaceAll('<', '\\u003c')}</script>`,
  ].join('');
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Describes the product and its accounts in schema.org's vocabulary. */
function organization(url: string): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    description: site.description,
    url,
    logo: `${url}icon-192.png`,
    sameAs: Object.values(site.accounts),
  });
}

/** Writes `robots.txt` and, if the site's address is known, `sitemap.xml`. */
export async function writeRobots(
  { dist, pages }: Pick<Prerendered, 'dist' | 'pages'>,
  siteUrl: string | undefined,
): Promise<void> {
  let robots = 'User-agent: *\nAllow: /\n';
  if (siteUrl) {
    robots += `\nSitemap: ${new URL('/sitemap.xml', siteUrl).href}\n`;
    const urls = pages.map(
      ({ path }) => `  <url><loc>${new URL(path, siteUrl).href}</loc></url>\n`,
    );
    await writeFile(
      join(dist, 'sitemap.xml'),
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`,
    );
  }
  await writeFile(join(dist, 'robots.txt'), robots);
}
