import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharingTags, writeRobots } from './sharing.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
});
afterEach(() => rm(dist, { recursive: true }));

test('a link preview has words, and with the page’s address a picture', () => {
  const tags = sharingTags('https://gel.example');
  expect(tags).toContain('<meta property="og:title" content="gel — meet. connect. gel.">');
  expect(tags).toContain('<meta property="og:url" content="https://gel.example/">');
  expect(tags).toContain('<meta property="og:image" content="https://gel.example/og.jpg">');
  expect(tags).toContain('<meta property="og:image:alt"');
  expect(tags).toContain('<link rel="canonical" href="https://gel.example/">');
});

test('without an address nothing claims one', () => {
  const tags = sharingTags(undefined);
  expect(tags).toContain('og:title');
  expect(tags).not.toMatch(/og:image|og:url|canonical|ld\+json|undefined/);
});

test('search engines learn the product’s accounts', () => {
  const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(
    sharingTags('https://gel.example'),
  )?.[1];
  expect(JSON.parse(json ?? '')).toMatchObject({
    '@type': 'Organization',
    url: 'https://gel.example/',
    sameAs: [
      expect.stringContaining('https://www.instagram.com/'),
      expect.stringContaining('https://www.tiktok.com/'),
    ],
  });
});

test('robots are welcome and find the sitemap', async () => {
  await writeRobots(dist, 'https://gel.example');
  expect(await readFile(join(dist, 'robots.txt'), 'utf8')).toBe(
    'User-agent: *\nAllow: /\n\nSitemap: https://gel.example/sitemap.xml\n',
  );
  expect(await readFile(join(dist, 'sitemap.xml'), 'utf8')).toContain(
    '<loc>https://gel.example/</loc>',
  );
});

test('without an address there is no sitemap', async () => {
  await writeRobots(dist, undefined);
  expect(await readdir(dist)).toEqual(['robots.txt']);
  expect(await readFile(join(dist, 'robots.txt'), 'utf8')).not.toContain('Sitemap');
});

test('words of any kind stay words', async () => {
  vi.resetModules();
  vi.doMock('../src/site.ts', async (load) => {
    const { site } = await load<typeof import('../src/site.ts')>();
    return { site: { ...site, description: '"Two" </script><b>' } };
  });
  const tags = (await import('./sharing.ts')).sharingTags('https://gel.example');
  vi.doUnmock('../src/site.ts');
  expect(tags).toContain('content="&quot;Two&quot; &lt;/script>&lt;b>"');
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  expect(tags).not.toContain('<b>');
});
