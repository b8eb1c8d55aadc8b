import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Service } from '../supabase/tests/listen.ts';
import { buildLocalPage } from './build-page.ts';
import { fillTemplate } from './pages.ts';
import { staticHost } from './static-host.ts';

// The whole site, built and served.

let root: string;
let dist: string;
let host: Service;

beforeAll(async () => {
  // A name with characters that patterns use.
  root = await mkdtemp(join(tmpdir(), 'a [site] of US$1 '));
  for (const name of ['index.html', 'package.json', 'public', 'src', 'supabase', 'vite', 'vite.config.ts']) {
    await cp(name, join(root, name), { recursive: true, filter: (file) => !file.includes('.test.') });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  dist = join(root, 'dist');
  const analytics = { VITE_POSTHOG_KEY: 'phc_a', VITE_POSTHOG_HOST: 'https://a.example' };
  await buildLocalPage(dist, { VITE_SITE_URL: 'https://gel.example', ...analytics }, root);
  await writeFile(join(dist, '.env'), 'secret');
  host = await listen(staticHost(dist));
});
afterAll(async () => {
  host?.close();
  await rm(root, { recursive: true });
});

const read = (file: string) => readFile(join(dist, file), 'utf8');
const get = (path: string) => fetch(new URL(path, host.origin));

test('the landing page has its text, styles, and first script inside, and preloads the first download', async () => {
  const html = await read('index.html');
  expect(html).toMatch(/<style>@layer.*@font-face.*<\/style>/s);
  expect(html).toMatch(/<script data-cfasync="false">.*\/assets\/main-[\w-]+\.js.*<\/script>/s);
  expect(html).toMatch(/<div id="root">.*Get Early Access/s);
  expect(html).toMatch(/rel="preload" href="\/unbounded\.woff2"/);
  expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/main-[\w-]+\.js">/);
  expect(html).not.toMatch(/assets\/toaster|src="\/src/);
});

test('link previews have absolute addresses', async () => {
  const html = await read('index.html');
  expect(html).toContain('<meta property="og:title" content="gel — meet. connect. gel."/>');
  expect(html).toContain('<meta property="og:image" content="https://gel.example/og.jpg"/>');
  expect(html).toContain('<link rel="canonical" href="https://gel.example/"/>');
});

// The build replaces light-dark() in styles only, and some supported browsers lack it.
test('nothing that is built has light-dark()', async () => {
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(html|js|css)$/.test(file));
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(await read(file), file).not.toContain('light-dark(');
});

/** The page's scripts: those that it lists, or those that `import()` loads. */
async function scriptsOf(isListed: boolean): Promise<string[]> {
  const html = await read('index.html');
  const files = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'));
  return Promise.all(files.filter((file) => html.includes(file) === isListed).map((file) => read(`assets/${file}`)));
}

// In kilobytes, compressed with Brotli.
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
  for (const file of ['index', '404']) expect(await read(`${file}.html`)).toMatch(start);
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

test('no search engine or link preview lists the not-found page', async () => {
  const html = await read('404.html');
  expect(html).toMatch(/Page not found.*noindex/s);
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

test('a template without a place for what is built, or with two, stops the build', () => {
  const fill = (template: string) => fillTemplate(template, { '<main>': '<main>$&' });
  expect(fill('<p><main></p>')).toBe('<p><main>$&</p>');
  for (const template of ['', '<main><main>']) {
    expect(() => fill(template)).toThrow('index.html must have this once: <main>');
  }
});
