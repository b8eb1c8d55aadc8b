import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from './prerender.ts';
import { HEADERS, readHeaders, staticHost } from './static-host.ts';
import { buildForTest } from './testing/build.ts';
import { listen, type TestServer } from './testing/server.ts';

// The whole site, built and served: what a visitor, a host, or a search engine gets.

const DIST = 'node_modules/.cache/built-site';

let host: TestServer;

beforeAll(async () => {
  const analytics = { VITE_POSTHOG_KEY: 'phc_a', VITE_POSTHOG_HOST: 'https://a.example' };
  await buildForTest(DIST, 'preview', { VITE_SITE_URL: 'https://gel.example', ...analytics });
  host = await listen(staticHost(DIST));
});
afterAll(() => host?.close());

test('a build in every mode but preview needs the Supabase project', async () => {
  for (const mode of ['production', 'staging']) {
    await expect(buildForTest(DIST, mode)).rejects.toThrow('VITE_SUPABASE_URL is missing');
  }
});

const read = (file: string) => readFile(join(DIST, file), 'utf8');

test('the landing page has its text, styles, and first script inside, and preloads the first download', async () => {
  const html = await read('index.html');
  expect(html).toMatch(/<div id="root">.*Get Early Access/s);
  expect(html).toMatch(/<style>@layer.*@font-face.*<\/style>/s);
  expect(html).toMatch(/<script>.*dataset.*<\/script>.*<body/s);
  expect(html).toMatch(/<script type="module" crossorigin src="\/assets\/main-[\w-]+\.js">/);
  expect(html).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/[\w-]+\.js">/);
  expect(html).not.toMatch(/src="\/src|rel="stylesheet"|<!-- \w/);
  // Search engines would show the hidden lines.
  expect(html).toMatch(/ data-nosnippet="true">.*not load completely/);
});

test('the host has every file that a document names, such as a preloaded font', async () => {
  for (const page of Object.values(PAGES)) {
    for (const [, path = ''] of (await read(page)).matchAll(/<(?:link|script|img)\b[^>]* (?:href|src)="(\/[^"]+)"/g)) {
      expect((await fetch(host.origin + path)).status, path).toBe(200);
    }
  }
});

test('link previews have absolute addresses', async () => {
  const html = await read('index.html');
  expect(html).toContain('<meta property="og:title" content="gel — meet. connect. gel."/>');
  expect(html).toContain('<meta property="og:image" content="https://gel.example/og.jpg"/>');
  expect(html).toContain('<link rel="canonical" href="https://gel.example/"/>');
});

// The build rewrites colors in styles only, and no `light-dark()` that has a `var()` beside a color.
test('the browsers in build.target support each color and each media query', async () => {
  const files = (await readdir(DIST, { recursive: true })).filter((file) => /\.(html|js|css)$/.test(file));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    // Older browsers skip these blocks, which have the same colors for wide gamuts.
    const older = (await read(file)).replace(/@supports \(color:lab\(.*?\}\}(?=[^}])/g, '');
    const newer = /.{0,60}((light-dark|oklch|lab|color-mix)\(|@media not \(|@media \(\w+[<>=]).{0,20}/g;
    expect(older.match(newer), file).toBeNull();
  }
  expect(await read('index.html')).toContain('-webkit-text-size-adjust');
});

/** The page's scripts: those of the first download, which the document lists, or those that `import()` loads. */
async function scripts(areFirst: boolean): Promise<string[]> {
  const html = await read('index.html');
  const files = (await readdir(join(DIST, 'assets'))).filter((file) => file.endsWith('.js'));
  return Promise.all(files.filter((file) => html.includes(file) === areFirst).map((file) => read(`assets/${file}`)));
}

// In kilobytes, compressed with Brotli.
test.each([
  ['document', 20, () => read('index.html').then((html) => [html])],
  ['first download', 130, () => scripts(true)],
  ['lazy scripts', 54, () => scripts(false)],
])('%s: at most %i kB', async (_what, limit, load) => {
  const kilobytes = (await load()).reduce((sum, text) => sum + brotliCompressSync(text).length / 1000, 0);
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(limit);
});

// Vitest sets NODE_ENV to "test" for the build, too. React's other build has component stacks, for example.
test('the page has the production build of React, whatever NODE_ENV is', async () => {
  const code = [...(await scripts(true)), ...(await scripts(false))].join();
  expect([code.includes('react.dev/errors/'), code.includes('An error occurred in the')]).toEqual([true, false]);
});

test('the Content-Security-Policy of each page precedes everything that it applies to, and allows no more than the page needs', async () => {
  const start =
    /<head>\s*<meta charset="utf-8" \/><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-[^"]+">/;
  for (const page of Object.values(PAGES)) expect(await read(page)).toMatch(start);
  const [, policy = ''] = /-Policy" content="([^"]+)/.exec(await read('index.html')) ?? [];
  expect(policy.replace(/'sha256-[^']+'/g, 'HASH')).toBe(
    "default-src 'none'; script-src 'self' HASH; style-src HASH; font-src 'self'; img-src 'self'; media-src 'self'; " +
      "manifest-src 'self'; connect-src 'self' https://a.example; form-action 'none'; base-uri 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('no search engine or link preview lists the not-found page', async () => {
  const html = await read('404.html');
  expect(html).toMatch(/Page not found.*noindex/s);
  expect(html).not.toMatch(/canonical|og:/);
});

test('a response has the headers of the file, which can be for all paths only', async () => {
  const { headers } = await fetch(host.origin);
  for (const [name, value] of HEADERS) expect(headers.get(name)).toBe(value);
  expect(HEADERS.length).toBeGreaterThan(4);
  const second = '/*\n  X-A: a: b\n\n/assets/*\n  Cache-Control: immutable';
  expect(() => readHeaders(second)).toThrow('all paths only');
});

test.each(['/a/b?c=d', '/assets/gone.js'])('%s is not found, and the response has no cache rule', async (path) => {
  const response = await fetch(host.origin + path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('cache-control')).toBeNull();
});
