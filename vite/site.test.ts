import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Service } from '../supabase/local/listen.ts';
import { type BuildInfo, buildInfo } from './build-info.ts';
import { buildLocalPage } from './local-page-env.ts';
import { fill } from './prerender.ts';
import { hashOf } from './security-headers.ts';
import { staticHost } from './static-host.ts';

// The whole site with one route more, built and served: a route file is all that a page takes.
const PRIVACY = `import { createFileRoute } from '@tanstack/react-router';
export const Route = createFileRoute('/privacy')({ component: () => <h1>Privacy</h1> });
`;
const PARTS = ['index.html', 'package.json', 'public', 'src', 'supabase', 'vite', 'vite.config.ts'];

let root: string;
let host: Service;
let build: BuildInfo;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-'));
  for (const name of PARTS) {
    const filter = (file: string) => !/\.temp|\.test\./.test(file);
    await cp(name, join(root, name), { recursive: true, filter });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  await writeFile(join(root, 'src/routes/privacy.tsx'), PRIVACY);
  await mkdir(join(root, 'public/.well-known'));
  await writeFile(join(root, 'public/.env'), 'secret');
  await writeFile(join(root, 'public/.well-known/security.txt'), 'Contact: https://gel.example');
  await mkdir(join(root, 'public/v1.0'));
  await writeFile(join(root, 'public/v1.0/CNAME'), 'gel.example');
  await buildLocalPage('dist', { VITE_SITE_URL: 'https://gel.example' }, root);
  host = await listen(staticHost(join(root, 'dist')));
  build = buildInfo.parse(JSON.parse(await read('build.json')));
});
afterAll(async () => {
  host?.close();
  await rm(root, { recursive: true });
});

const read = (file: string) => readFile(join(root, 'dist', file), 'utf8');
const get = (path: string) => fetch(new URL(path, host.url));

test('the new page is at its clean address, marked with the route that takes it over', async () => {
  const response = await get('/privacy?utm_source=poster');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const html = await response.text();
  expect(html).toContain('<div id="root" data-route="/privacy">');
  expect(html).toContain('<h1>Privacy</h1>');
  expect(html).toContain('<link rel="canonical" href="https://gel.example/privacy"/>');
});

test('the landing page has its styles and the starting script inside, and preloads the first download', async () => {
  const html = await read('index.html');
  expect(html).toMatch(/<style>@layer.*@font-face.*<\/style>/s);
  expect(html).toMatch(/<script>[^<]/);
  expect(html).toMatch(/rel="preload" href="\/assets\/unbounded-[\w-]+\.woff2"/);
  expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/main-[\w-]+\.js">/);
  expect(html).not.toMatch(/\/later-|src="\/src/);
});

test('the not-found page belongs to no route, and has no address of its own', async () => {
  const response = await get('/nowhere');
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain('<div id="root" data-route="__root__">');
  expect(html).not.toMatch(/canonical|og:/);
});

test.each(['/a/b?c=d', '/assets/gone.js', '/%F0%9F%8E%89', '/%', '//', '/.env'])(
  '%s is not found, with the headers of every path',
  async (path) => {
    const response = await get(`.${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBeNull();
  },
);

test('the sitemap lists every page, and robots.txt the sitemap', async () => {
  const addresses = (await read('sitemap.xml')).match(/(?<=<loc>)[^<]+/g);
  expect(addresses?.toSorted()).toEqual(['https://gel.example/', 'https://gel.example/privacy']);
  expect(await read('robots.txt')).toContain('Sitemap: https://gel.example/sitemap.xml');
});

test('the build info has the hash of every file by its path', async () => {
  expect(build.files['/privacy']?.hash).toBe(hashOf(await read('privacy.html')));
  for (const path of ['/', '/404.html', '/.well-known/security.txt', '/v1.0/CNAME']) {
    expect(build.files).toHaveProperty([path]);
  }
  expect(build.files).not.toHaveProperty(['/index.html']);
});

/** The paths of the files that have this value of a header. */
function pathsWith(header: string, value: string) {
  const entries = Object.entries(build.files);
  return entries.filter(([, { headers }]) => headers[header] === value).map(([path]) => path);
}

test('built files are immutable, and documents are revalidated', () => {
  const assets = Object.keys(build.files).filter((path) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(5);
  expect(pathsWith('Cache-Control', 'public, max-age=31536000, immutable')).toEqual(assets);
  expect(pathsWith('Cache-Control', 'no-cache').toSorted()).toEqual(['/', '/privacy']);
});

test('other sites may show the pictures, and nothing else', () => {
  const shared = pathsWith('Cross-Origin-Resource-Policy', 'cross-origin');
  expect(shared).toContain('/og.jpg');
  for (const path of shared) expect(path).toMatch(/\.(jpg|png|svg)$/);
});

test('no file repeats a common header, which some hosts join', () => {
  const common = Object.keys(build.headers);
  expect(common).toContain('X-Content-Type-Options');
  for (const [path, { headers }] of Object.entries(build.files)) {
    for (const name of Object.keys(headers)) expect(common, path).not.toContain(name);
  }
});

test.each(['', '<!--head--> <!--head-->'])('the template "%s" stops the build', (template) => {
  const message = 'index.html must have this once: <!--head-->';
  expect(() => fill(template, { '<!--head-->': '$&' })).toThrow(message);
  expect(fill('<!--head-->', { '<!--head-->': '$&' })).toBe('$&');
});
