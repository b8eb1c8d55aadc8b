import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeHosting } from './hosting.ts';
import type { HeaderRule } from './security-headers.ts';
import type { Settings } from './settings.ts';

const RULES: HeaderRule[] = [
  {
    path: '/*',
    headers: { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "default-src 'none'" },
  },
  { path: '/privacy', headers: { 'Cache-Control': 'no-cache' } },
];
const UPSTREAM = 'https://eu.i.posthog.com';

let dist: string;
const home = process.cwd();

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'hosting-'));
  process.chdir(root);
  dist = join(root, 'dist');
  await mkdir(dist);
  await writeFile(join(dist, 'index.html'), 'landing');
});

afterEach(async () => {
  vi.restoreAllMocks();
  process.chdir(home);
  await rm(join(dist, '..'), { recursive: true });
});

function write(settings: Settings = {}, rules = RULES) {
  const pages = [{ path: '/privacy', file: 'privacy.html' }];
  return writeHosting({ dist, pages }, rules, settings);
}

function read(file: string) {
  return readFile(join(dist, file), 'utf8');
}

test('the headers are written as Netlify and Cloudflare read them', async () => {
  await write();
  expect(await read('_headers')).toBe(
    "/*\n  X-Frame-Options: DENY\n  Content-Security-Policy: default-src 'none'\n\n/privacy\n  Cache-Control: no-cache\n",
  );
  expect(await readdir(dist)).toEqual(['_headers', 'index.html']);
});

test('more header rules than Cloudflare reads stop the build', async () => {
  const rules = Array.from({ length: 101 }, (_, n) => ({ path: `/${n}`, headers: {} }));
  await expect(write({}, rules)).rejects.toThrow('Cloudflare reads 100 header rules');
});

test('on Netlify the analytics proxy is a redirect', async () => {
  await write({ POSTHOG_UPSTREAM: UPSTREAM });
  expect(await read('_redirects')).toBe('/ingest/* https://eu.i.posthog.com/:splat 200!\n');
});

/** What the worker fetches for a request. */
async function fetchedByWorker(request: Request) {
  await write({ HOSTING: 'cloudflare', POSTHOG_UPSTREAM: UPSTREAM });
  const script = `data:text/javascript,${encodeURIComponent(await read('_worker.js'))}`;
  const { default: worker } = (await import(script)) as {
    default: { fetch: (request: Request, env: object) => Promise<Response> };
  };
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await worker.fetch(request, { ASSETS: { fetch } });
  return fetched.mock.lastCall?.[0] as Request;
}

test('on Cloudflare the proxy is a worker, and passes no cookie on', async () => {
  const request = await fetchedByWorker(
    new Request('https://gel.example/ingest/array/phc_abc/config?v=1', {
      headers: { accept: 'application/json', cookie: 'session=1' },
    }),
  );

  expect(request.url).toBe('https://eu.i.posthog.com/array/phc_abc/config?v=1');
  expect(request.headers.get('accept')).toBe('application/json');
  expect(request.headers.has('cookie')).toBe(false);
  expect(JSON.parse(await read('_routes.json'))).toMatchObject({ include: ['/ingest/*'] });
  expect(await read('.assetsignore')).toContain('_worker.js');
});

test.each(['//evil.example/e/', '/\\evil.example/e/', '/%2f%2fevil.example'])(
  'the worker takes %s nowhere else',
  async (path) => {
    const request = await fetchedByWorker(new Request(`https://gel.example/ingest${path}`));
    expect(new URL(request.url).origin).toBe(UPSTREAM);
  },
);

test('the worker leaves every other path to the files', async () => {
  const request = new Request('https://gel.example/ingested');
  expect(await fetchedByWorker(request)).toBe(request);
});

test('on Vercel headers, proxy, pages and the not-found page stand in one file', async () => {
  await write({ HOSTING: 'vercel', POSTHOG_UPSTREAM: UPSTREAM });

  const { routes } = JSON.parse(await readFile('.vercel/output/config.json', 'utf8'));
  expect(routes).toEqual([
    { src: '/.*', headers: RULES[0]?.headers, continue: true },
    { src: '/privacy', headers: RULES[1]?.headers, continue: true },
    { src: '/ingest/(.*)', dest: 'https://eu.i.posthog.com/$1' },
    { src: '/privacy', dest: '/privacy.html' },
    { handle: 'filesystem' },
    { src: '/.*', dest: '/404.html', status: 404 },
  ]);
  expect(await readFile('.vercel/output/static/index.html', 'utf8')).toBe('landing');
  expect(await readdir('.vercel/output/static')).toEqual(['index.html']);
});

test('nginx and Caddy get each page’s headers and the proxy, in files that are not served', async () => {
  await write({ POSTHOG_UPSTREAM: UPSTREAM });

  const nginx = await readFile(join(`${dist}-hosts`, 'nginx.conf'), 'utf8');
  expect(nginx).toContain(`location = /privacy {
  try_files /privacy.html =404;
  add_header X-Frame-Options "DENY" always;
  add_header Content-Security-Policy "default-src 'none'" always;
  add_header Cache-Control "no-cache" always;
}`);
  expect(nginx).toContain('proxy_pass https://eu.i.posthog.com/;');
  const caddy = await readFile(join(`${dist}-hosts`, 'Caddyfile'), 'utf8');
  expect(caddy).toContain('header /privacy {\n  Cache-Control "no-cache"\n}');
  expect(caddy).toContain('rewrite /privacy /privacy.html');
  expect(caddy).toContain('reverse_proxy https://eu.i.posthog.com');
});
