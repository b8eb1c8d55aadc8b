import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Service } from '../supabase/tests/listen.ts';
import { buildLocalPage } from './build-page.ts';
import { fill } from './prerender.ts';
import { staticHost } from './static-host.ts';

// The whole site with one route more, built and served: a route file is all that a page takes.
const SAMPLE = `import { createFileRoute } from '@tanstack/react-router';
export const Route = createFileRoute('/sample')({ component: () => <h1>Sample</h1> });
`;
const PARTS = ['index.html', 'package.json', 'public', 'src', 'supabase', 'vite', 'vite.config.ts'];

let root: string;
let host: Service;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'a [site] of US$1 '));
  for (const name of PARTS) {
    const filter = (file: string) => !/\.temp|\.test\./.test(file);
    await cp(name, join(root, name), { recursive: true, filter });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  await writeFile(join(root, 'src/routes/sample.tsx'), SAMPLE);
  await writeFile(join(root, 'public/.env'), 'secret');
  const analytics = { VITE_POSTHOG_KEY: 'phc_a', VITE_POSTHOG_HOST: 'https://a.example' };
  await buildLocalPage('dist', { VITE_SITE_URL: 'https://gel.example', ...analytics }, root);
  host = await listen(staticHost(join(root, 'dist')));
});
afterAll(async () => {
  host?.close();
  await rm(root, { recursive: true });
});

const read = (file: string) => readFile(join(root, 'dist', file), 'utf8');
const get = (path: string) => fetch(new URL(path, host.origin));

test('the new page is at its clean address, marked with the route that takes it over', async () => {
  const response = await get('/sample?utm_source=poster');
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('<div id="root" data-route="/sample">');
  expect(html).toContain('<h1>Sample</h1>');
  expect(html).toContain('<link rel="canonical" href="https://gel.example/sample"/>');
});

test('the landing page has its styles and the boot script inside, and preloads the first download', async () => {
  const html = await read('index.html');
  expect(html).toMatch(/<style>@layer.*@font-face.*<\/style>/s);
  expect(html).toMatch(/<script data-files="[^"]+\/assets\/main-[\w-]+\.js">[^<]/);
  expect(html).toMatch(/rel="preload" href="\/unbounded\.woff2"/);
  expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/main-[\w-]+\.js">/);
  expect(html).not.toMatch(/assets\/toaster|src="\/src/);
});

/** The page's scripts: those that it lists, or those that `import()` loads. */
async function scriptsOf(isListed: boolean): Promise<string[]> {
  const html = await read('index.html');
  const files = (await readdir(join(root, 'dist/assets'))).filter((file) => file.endsWith('.js'));
  return Promise.all(files.filter((file) => html.includes(file) === isListed).map((file) => read(`assets/${file}`)));
}

// In kilobytes, compressed with Brotli. The document has the styles and the boot script.
test.each([
  ['document', 18, () => read('index.html').then((html) => [html])],
  ['first download', 124, () => scriptsOf(true)],
  ['lazy scripts', 54, () => scriptsOf(false)],
])('the %s has at most %i kB', async (_what, limit, load) => {
  const kilobytes = (await load()).reduce((sum, text) => sum + brotliCompressSync(text).length / 1000, 0);
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(limit);
});

// Vitest sets NODE_ENV to "test" for the build, too. React's other build has component stacks, for example.
test('the page has the production build of React, whatever NODE_ENV is', async () => {
  const code = [...(await scriptsOf(true)), ...(await scriptsOf(false))].join();
  expect([code.includes('react.dev/errors/'), code.includes('An error occurred in the')]).toEqual([true, false]);
});

test('the policy of each page precedes everything that it applies to, and allows nothing unsafe', async () => {
  const start =
    /<head>\s*<meta charset="utf-8" \/><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-[^"]+">/;
  for (const file of ['index', '404', 'sample']) expect(await read(`${file}.html`)).toMatch(start);
  const [, policy = ''] = /-Policy" content="([^"]+)/.exec(await read('index.html')) ?? [];
  const nothing = [
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  expect(policy.split('; ')).toEqual(expect.arrayContaining([...nothing, "connect-src 'self' https://a.example"]));
  expect(policy).not.toMatch(/unsafe-|\*|http:/);
});

test('the not-found page belongs to no route, and no search engine or preview lists it', async () => {
  const response = await get('/nowhere');
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain('<div id="root" data-route="__root__">');
  expect(html).not.toMatch(/canonical|og:/);
});

test.each(['/a/b?c=d', '/assets/gone.js', '/%F0%9F%8E%89', '/%', '//', '/.env'])(
  '%s is not found, and no browser keeps that',
  async (path) => {
    const response = await get(`.${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cache-control')).toBeNull();
  },
);

test('browsers that cannot use the SVG icon get another, even at the address that they guess', async () => {
  const icon = await get('/favicon.ico').then((response) => response.arrayBuffer());
  expect([...new Uint8Array(icon, 0, 4)]).toEqual([0, 0, 1, 0]);
  expect(await read('index.html')).toContain('<link rel="icon" href="/favicon.ico"');
});

test('the sitemap lists every page, and robots.txt the sitemap', async () => {
  const addresses = (await read('sitemap.xml')).match(/(?<=<loc>)[^<]+/g);
  const pages = ['https://gel.example/', 'https://gel.example/sample'];
  expect(addresses).toEqual(expect.arrayContaining(pages));
  expect(addresses).not.toContain('https://gel.example/404');
  expect(await read('robots.txt')).toContain('Sitemap: https://gel.example/sitemap.xml');
});

test.each(['', '<!--head--> <!--head-->'])('the template "%s" stops the build', (template) => {
  const message = 'index.html must have this once: <!--head-->';
  expect(() => fill(template, { '<!--head-->': '$&' })).toThrow(message);
  expect(fill('<!--head-->', { '<!--head-->': '$&' })).toBe('$&');
});
