import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Service } from '../supabase/local/listen.ts';
import { buildInfo, hashOf } from './build-info.ts';
import { localPageEnv } from './local-page-env.ts';
import { type HeaderRule, headersFor } from './security-headers.ts';
import { staticHost } from './static-host.ts';

// The whole site with one route more, built and served: a route file is all that a page takes.

let root: string;
let dist: string;
let host: Service;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'site-'));
  dist = join(root, 'dist');
  for (const name of [
    'index.html',
    'package.json',
    'public',
    'src',
    'supabase',
    'vite',
    'vite.config.ts',
  ]) {
    await cp(name, join(root, name), {
      recursive: true,
      filter: (file) => !/\.temp|\.test\./.test(file),
    });
  }
  await symlink(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  await writeFile(join(root, 'src/routes/privacy.tsx'), PRIVACY);
  await mkdir(join(root, 'public/.well-known'));
  await writeFile(join(root, 'public/.well-known/security.txt'), 'Contact: https://gel.example');
  await mkdir(join(root, 'public/v1.0'));
  await writeFile(join(root, 'public/v1.0/CNAME'), 'gel.example');
  await promisify(execFile)('npx', ['vite', 'build', '--mode', 'preview'], {
    cwd: root,
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITEST: '',
      ...localPageEnv({ VITE_SITE_URL: 'https://gel.example' }),
    },
  });
  host = await listen(staticHost(dist));
});
afterAll(async () => {
  host?.close();
  await rm(root, { recursive: true });
});

const PRIVACY = `import { createFileRoute } from '@tanstack/react-router';
export const Route = createFileRoute('/privacy')({ component: () => <h1>Privacy</h1> });
`;

const read = (file: string) => readFile(join(dist, file), 'utf8');
const get = (path: string) => fetch(new URL(path, host.url));
const info = async () => buildInfo.parse(JSON.parse(await read('build.json')));

test('the new page is at its clean address, marked with the route that takes it over', async () => {
  const response = await get('/privacy?utm_source=poster');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const html = await response.text();
  expect(html).toContain('<div id="root" data-route="/privacy">');
  expect(html).toContain('<h1>Privacy</h1>');
  expect(html).toContain('<link rel="canonical" href="https://gel.example/privacy">');
});

test('the not-found page belongs to no route of its own', async () => {
  const response = await get('/nowhere');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<div id="root" data-route="__root__">');
});

test('the sitemap lists every page', async () => {
  const addresses = (await read('sitemap.xml')).match(/(?<=<loc>)[^<]+/g);
  expect(addresses?.toSorted()).toEqual(['https://gel.example/', 'https://gel.example/privacy']);
});

test('the build info has the hash of every file by its path', async () => {
  const { files } = await info();
  expect(files['/privacy']).toBe(hashOf(await readFile(join(dist, 'privacy.html'))));
  for (const path of ['/', '/404.html', '/.well-known/security.txt', '/v1.0/CNAME']) {
    expect(files).toHaveProperty([path]);
  }
  expect(files).not.toHaveProperty(['/index.html']);
});

/** The paths of the rules that give this value to a header. */
function pathsWith(rules: HeaderRule[], header: string, value: string) {
  return rules.filter(({ headers }) => headers[header] === value).map(({ path }) => path);
}

test('built files are immutable, documents are revalidated, a missing file is neither', async () => {
  const { files, rules } = await info();
  const assets = Object.keys(files).filter((path) => path.startsWith('/assets/'));
  const immutable = 'public, max-age=31536000, immutable';
  expect(assets.length).toBeGreaterThan(5);
  expect(pathsWith(rules, 'Cache-Control', immutable).toSorted()).toEqual(assets.toSorted());
  expect(pathsWith(rules, 'Cache-Control', 'no-cache').toSorted()).toEqual(['/', '/privacy']);

  const missing = await get('/assets/main-gone.js');
  expect(missing.status).toBe(404);
  expect(missing.headers.get('cache-control')).toBeNull();
});

test('other sites may show the pictures, and nothing else', async () => {
  const { rules } = await info();
  const shared = pathsWith(rules, 'Cross-Origin-Resource-Policy', 'cross-origin');
  expect(shared).toContain('/og.jpg');
  for (const path of shared) expect(path).toMatch(/\.(png|svg)$/);
});

test('no path has the same header from two rules, which some hosts join', async () => {
  const { rules } = await info();
  const common = Object.keys(headersFor('/nowhere', rules));
  for (const { path, headers } of rules.slice(1)) {
    for (const name of Object.keys(headers)) expect(common, path).not.toContain(name);
  }
});
