import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeHosting } from './hosting.ts';

const RULES = [
  {
    path: '/*',
    headers: { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "default-src 'none'" },
  },
  { path: '/assets/*', headers: { 'Cache-Control': 'immutable' } },
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
  vi.stubEnv('CF_PAGES', '');
  vi.stubEnv('VERCEL', '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  process.chdir(home);
  await rm(join(dist, '..'), { recursive: true });
});

function read(file: string) {
  return readFile(join(dist, file), 'utf8');
}

test('the headers are written as Netlify and Cloudflare Pages read them', async () => {
  await writeHosting({ dist, rules: RULES, upstream: undefined });

  expect(await read('_headers')).toBe(
    "/*\n  X-Frame-Options: DENY\n  Content-Security-Policy: default-src 'none'\n\n/assets/*\n  Cache-Control: immutable\n",
  );
  expect(await readdir(dist)).toEqual(['_headers', 'index.html']);
});

test('on Netlify the analytics proxy is a redirect', async () => {
  await writeHosting({ dist, rules: RULES, upstream: UPSTREAM });

  expect(await read('_redirects')).toBe('/ingest/* https://eu.i.posthog.com/:splat 200!\n');
});

/** The worker's answer to a request: what it fetches. */
async function fetchedByWorker(request: Request) {
  vi.stubEnv('CF_PAGES', '1');
  await writeHosting({ dist, rules: RULES, upstream: UPSTREAM });
  const script = `data:text/javascript,${encodeURIComponent(await read('_worker.js'))}`;
  const worker = (await import(script)) as { default: { fetch: typeof fetch } };
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await worker.default.fetch(request);
  return fetched.mock.lastCall?.[0] as Request;
}

test('on Cloudflare Pages the proxy is a worker, for its path alone', async () => {
  const request = await fetchedByWorker(
    new Request('https://gel.example/ingest/array/phc_abc/config?v=1', {
      headers: { accept: 'application/json', cookie: 'session=1' },
    }),
  );

  expect(request.url).toBe('https://eu.i.posthog.com/array/phc_abc/config?v=1');
  expect(request.headers.get('accept')).toBe('application/json');
  expect(request.headers.has('cookie')).toBe(false);
  expect(JSON.parse(await read('_routes.json'))).toMatchObject({ include: ['/ingest/*'] });
});

test.each(['//evil.example/e/', '/\\evil.example/e/', '/%2f%2fevil.example'])(
  'the worker takes %s nowhere else',
  async (path) => {
    const request = await fetchedByWorker(new Request(`https://gel.example/ingest${path}`));
    expect(new URL(request.url).origin).toBe(UPSTREAM);
  },
);

test('on Vercel headers, proxy, files and the not-found page stand in one file', async () => {
  vi.stubEnv('VERCEL', '1');
  await writeHosting({ dist, rules: RULES, upstream: UPSTREAM });

  const { routes } = JSON.parse(await readFile('.vercel/output/config.json', 'utf8'));
  expect(routes).toEqual([
    { src: '/.*', headers: RULES[0]?.headers, continue: true },
    { src: '/assets/.*', headers: RULES[1]?.headers, continue: true },
    { src: '/ingest/(.*)', dest: 'https://eu.i.posthog.com/$1' },
    { handle: 'filesystem' },
    { src: '/.*', dest: '/404.html', status: 404 },
  ]);
  expect(await readFile('.vercel/output/static/index.html', 'utf8')).toBe('landing');
  expect(await readdir('.vercel/output/static')).toEqual(['index.html']);
});
