import { expect, test, vi } from 'vitest';
import { sharingTags } from './sharing.ts';

test('a link preview has words, and with the page’s address a picture', () => {
  const tags = sharingTags('/', 'https://gel.example');
  expect(tags).toContain('<meta property="og:title" content="gel — meet. connect. gel.">');
  expect(tags).toContain('<meta property="og:url" content="https://gel.example/">');
  expect(tags).toContain('<meta property="og:image" content="https://gel.example/og.jpg">');
  expect(tags).toContain('<meta property="og:image:alt"');
  expect(tags).toContain('<link rel="canonical" href="https://gel.example/">');
});

test('without an address nothing claims one', () => {
  const tags = sharingTags('/', undefined);
  expect(tags).toContain('og:title');
  expect(tags).not.toMatch(/og:image|og:url|canonical|ld\+json|undefined/);
});

test('search engines learn the product’s accounts', () => {
  const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(
    sharingTags('/', 'https://gel.example'),
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

test('words of any kind stay words', async () => {
  vi.resetModules();
  vi.doMock('../src/site.ts', async (load) => {
    const { site } = await load<typeof import('../src/site.ts')>();
    return { site: { ...site, description: '"Two" </script><b>' } };
  });
  const tags = (await import('./sharing.ts')).sharingTags('/', 'https://gel.example');
  vi.doUnmock('../src/site.ts');
  expect(tags).toContain('content="&quot;Two&quot; &lt;/script>&lt;b>"');
  expect(tags.match(/<\/script>/g)).toHaveLength(1);
  expect(tags).not.toContain('<b>');
});
