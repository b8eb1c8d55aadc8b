import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeHosting } from './hosting.ts';
import { PROXY_PATH, type Settings } from './settings.ts';

// What each host makes of these files, `npm run hosts` shows on its emulator.

const COMMON = { 'X-Frame-Options': 'DENY', 'X-Colons': 'a: b' };
const PAGE = { file: 'privacy.html', hash: '', headers: { 'Cache-Control': 'no-cache' } };
const POSTHOG_UPSTREAM = 'https://events.example';

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

/** Writes the files for a site of one page, and returns how to read them. */
async function write(settings: Settings = {}, files = { '/privacy': PAGE }) {
  await writeHosting(dist, { headers: COMMON, files }, settings);
  return (file: string) => readFile(join(dist, file), 'utf8');
}

test('the headers are written as Netlify and Cloudflare read them', async () => {
  const read = await write();
  expect(await read('_headers')).toBe(
    '/*\n  X-Frame-Options: DENY\n  X-Colons: a: b\n\n/privacy\n  Cache-Control: no-cache',
  );
  expect(await readdir(dist)).toEqual(['_headers', 'index.html']);
});

test('more header rules than Cloudflare reads stop a build for it', async () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`/${n}`, PAGE]));
  const build = (settings: Settings) => write(settings, { '/privacy': PAGE, ...files });
  await expect(build({ HOSTING: 'cloudflare' })).rejects.toThrow(
    '100 header rules, and dist needs 102',
  );
  await build({});
});

test('on Netlify the analytics proxy is a redirect', async () => {
  const read = await write({ POSTHOG_UPSTREAM });
  expect(await read('_redirects')).toBe('/ingest/* https://events.example/:splat 200!\n');
});

/** What the worker fetches for a request. */
async function fetchedByWorker(request: Request) {
  const read = await write({ HOSTING: 'cloudflare', POSTHOG_UPSTREAM });
  const script = `data:text/javascript,${encodeURIComponent(await read('_worker.js'))}`;
  const { default: worker } = (await import(script)) as {
    default: { fetch: (request: Request, env: object) => Promise<Response> };
  };
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await worker.fetch(request, { ASSETS: { fetch } });
  return fetched.mock.lastCall?.[0] as Request;
}

test.each(['/array/phc_abc/config?v=1', '//evil.example/e/', '/%2f%2fevil.example'])(
  'on Cloudflare a worker sends %s to PostHog, without cookies',
  async (path) => {
    const headers = { accept: 'application/json', cookie: 'session=1' };
    const sent = new Request(`https://gel.example/ingest${path}`, { headers });
    const request = await fetchedByWorker(sent);
    expect(request.url).toBe(POSTHOG_UPSTREAM + path);
    expect(request.headers.get('accept')).toBe('application/json');
    expect(request.headers.has('cookie')).toBe(false);
  },
);

test('the worker leaves every other path to the files', async () => {
  const request = new Request('https://gel.example/ingested');
  expect(await fetchedByWorker(request)).toBe(request);
});

test('Vercel serves nothing that other hosts read', async () => {
  await write({ HOSTING: 'vercel', POSTHOG_UPSTREAM });
  expect(await readdir('.vercel/output/static')).toEqual(['index.html']);
});

test('Vercel, nginx and Caddy get each page’s file and headers, and the proxy', async () => {
  await write({ HOSTING: 'vercel', POSTHOG_UPSTREAM });
  for (const file of [
    '.vercel/output/config.json',
    'dist-hosts/nginx.conf',
    'dist-hosts/Caddyfile',
  ]) {
    const content = await readFile(file, 'utf8');
    for (const part of ['X-Frame-Options', 'no-cache', '/privacy.html', POSTHOG_UPSTREAM]) {
      expect(content, file).toContain(part);
    }
  }
});

test('the files that hosts read name the command, the folder and the worker of the build', async () => {
  const read = await write({ HOSTING: 'cloudflare' });
  expect(await read('_worker.js')).toContain('env.ASSETS.fetch');
  const config = (file: string) => readFile(join(home, file), 'utf8');
  expect(JSON.parse((await config('wrangler.jsonc')).replace(/^ *\/\/.*$/gm, ''))).toMatchObject({
    main: 'dist/_worker.js',
    assets: { directory: 'dist', run_worker_first: [`${PROXY_PATH}/*`] },
  });
  expect(JSON.parse(await config('vercel.json'))).toMatchObject({ buildCommand: 'npm run build' });
  expect(await config('netlify.toml')).toMatch(/^command = "npm run build"\npublish = "dist"$/m);
});
