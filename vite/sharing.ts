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
  const words = [
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', site.title),
    property('og:description', site.description),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  if (!siteUrl) return words.join('');

  const { href } = new URL('/', siteUrl);
  return [
    ...words,
    property('og:url', href),
    property('og:image', `${href}og.jpg`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', site.pictureText),
    `<link rel="canonical" href="${href}">`,
    `<script type="application/ld+json">${organization(href).replaceAll('<', '\\u003c')}</script>`,
  ].join('');
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The product and its accounts, in schema.org's words. */
function organization(url: string): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    description: site.description,
    url,
    logo: `${url}icon-192.png`,
    sameAs: [site.instagram, site.tiktok],
  });
}

/** Writes `robots.txt` and, when the page's address is known, `sitemap.xml`. */
export async function writeRobots(dist: string, siteUrl: string | undefined): Promise<void> {
  let robots = 'User-agent: *\nAllow: /\n';
  if (siteUrl) {
    const { href } = new URL('/', siteUrl);
    robots += `\nSitemap: ${href}sitemap.xml\n`;
    await writeFile(
      join(dist, 'sitemap.xml'),
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${href}</loc></url>
</urlset>
`,
    );
  }
  await writeFile(join(dist, 'robots.txt'), robots);
}
