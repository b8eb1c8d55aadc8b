import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listen, type Service } from '../../supabase/local/listen.ts';
import { localPageEnv } from '../../vite/local-page-env.ts';
import { staticHost } from '../../vite/static-host.ts';
import { examine } from './examine.ts';
import { checkPage } from './page.ts';
import { request } from './request.ts';

type Respond = (request: Request) => Response | Promise<Response>;

let site: URL;
let dist: string;
const servers: Service[] = [];

/** The good deployment, and what a test makes of it. */
let deployed: Respond;
let respond: Respond;

beforeAll(async () => {
  const host = await listen(getRequestListener((received) => respond(received)));
  site = new URL(host.url);
  dist = await mkdtemp(join(tmpdir(), 'doctor-'));
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', dist], {
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...localPageEnv({
        VITE_SUPABASE_URL: site.origin,
        VITE_SUPABASE_ANON_KEY: 'sb_publishable_key',
        VITE_SITE_URL: site.origin,
        VITE_POSTHOG_KEY: 'phc_test',
        VITE_POSTHOG_HOST: '/ingest',
        POSTHOG_UPSTREAM: 'https://eu.i.posthog.com',
      }),
    },
  });
  const files = await listen(staticHost(dist));
  servers.push(host, files);
  deployed = async (received) => {
    const { pathname } = new URL(received.url);
    if (pathname.startsWith('/rest/v1/')) return project(received);
    if (pathname === '/ingest/array/phc_test/config') return Response.json({});
    if (pathname === '/ingest/e/') return new Response('', { status: 400 });
    const { status, headers, body } = await fetch(new URL(pathname, files.url));
    const sent = new Headers(headers);
    for (const name of ['content-length', 'transfer-encoding']) sent.delete(name);
    sent.set('content-encoding', 'gzip');
    return new Response(gzipSync(await new Response(body).arrayBuffer()), {
      status,
      headers: sent,
    });
  };
});
beforeEach(() => {
  respond = deployed;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(dist, { recursive: true });
  await rm(`${dist}-hosts`, { recursive: true });
});

/** Responds as a project with all migrations; database.test.ts has the real one. */
const project: Respond = async (received) => {
  const { pathname } = new URL(received.url);
  const refuse = (status: number, code: string) => Response.json({ code, message: '' }, { status });
  if (received.headers.has('accept-profile')) return refuse(406, 'PGRST106');
  if (pathname === '/rest/v1/') return Response.json({ paths: { '/': {}, '/waitlist': {} } });
  if (pathname !== '/rest/v1/waitlist') return refuse(404, 'PGRST205');
  const isSignUp =
    received.method === 'POST' &&
    received.headers.get('prefer') === 'return=minimal' &&
    !/created_at|_key|preferred/.test(await received.text());
  return isSignUp ? refuse(400, '22023') : refuse(401, '42501');
};

/** The failures and warnings, one line each. */
async function complaints(address = site): Promise<string[]> {
  const lines: string[] = [];
  for await (const { mark, what, found } of examine(address)) {
    if (mark !== '✓') lines.push(`${mark} ${what}: ${found}`);
  }
  return lines;
}

/** Changes the response at the paths that match. */
function instead(path: RegExp, other: Respond) {
  respond = (received) =>
    path.test(new URL(received.url).pathname) ? other(received) : deployed(received);
}

/** Changes the headers at the paths that match. */
function withHeader(path: RegExp, name: string, value?: string) {
  instead(path, async (received) => {
    const response = await deployed(received);
    response.headers.delete(name);
    if (value !== undefined) response.headers.set(name, value);
    return response;
  });
}

test('a good deployment passes every check', async () => {
  expect(await complaints()).toEqual([]);
});

const status = (code: number) => () => new Response('', { status: code });
const json =
  (body: unknown, code = 200) =>
  () =>
    Response.json(body, { status: code });
const landing = () => deployed(new Request(site));
const noTable = json({ code: 'PGRST205', message: 'none' }, 404);
const noColumn: Respond = (received) =>
  received.method === 'POST'
    ? json({ code: 'PGRST204', message: 'no city' }, 400)()
    : project(received);
const limited: Respond = async (received) => {
  const reply = await project(received);
  return reply.status === 400 ? status(429)() : reply;
};
const listing = json({ paths: { '/': {}, '/waitlist': {}, '/everyone': {}, '/rpc/count': {} } });

test.each<[path: RegExp, other: Respond, ...complaints: RegExp[]]>([
  [/^\/$/, status(502), /^✗ page: 502/],
  [/^\/no-such-page/, landing, /^✗ an unknown path: 200 text\/html, not our page$/],
  [/^\/no-such-page/, status(404), /^✗ an unknown path: 404.*not our page$/],
  [/^\/assets\/gone/, landing, /^✗ a missing file: 200/],
  [/^\/build\.json$/, status(404), /^✗ build\.json: 404/],
  [/posthog-.*js$/, status(404), /^✗ files: \/assets\/.*posthog-.*\.js 404/],
  [/sitemap/, landing, /^✗ files: \/sitemap\.xml differs from the build/],
  [/^\/rest/, noTable, /^✗ database: .*PGRST205/],
  [/^\/rest/, landing, /^✗ database: .*: 200 text\/html$/],
  [/^\/rest/, noColumn, /^✗ sign-up: 400 PGRST204 no city/],
  [/^\/rest/, limited, /^! sign-up: 429/],
  [/^\/rest\/v1\/people$/, json([]), /^✗ reports: .*200/],
  [/^\/rest\/v1\/$/, listing, /^✗ other tables and functions: \/everyone, \/rpc\/count$/],
  [/^\/ingest\/array/, landing, /^✗ analytics configuration: 200 text\/html$/],
  [/^\/ingest\/e/, status(405), /^✗ analytics events: 405/],
])('fails at %s', async (path, other, ...expected) => {
  instead(path, other);
  expect(await complaints()).toEqual(expected.map((line) => expect.stringMatching(line)));
});

test.each<[header: string, value: string | undefined, path: RegExp, complaint: RegExp]>([
  ['Referrer-Policy', undefined, /^\/$/, /^✗ Referrer-Policy: missing at \/$/],
  ['Strict-Transport-Security', 'max-age=1', /^\/$/, /^✗ Strict-Transport-Sec.*: max-age=1 at \/$/],
  ['Cache-Control', undefined, /^\/assets\/react/, /^✗ Cache-Control: missing at \/assets\//],
  ['Cache-Control', 'immutable', /^\/assets\/gone/, /^✗ a missing file: 404, immutable$/],
  [
    'Content-Type',
    'text/plain',
    /^\/assets\/react/,
    /^✗ content types: \/assets\/react.* text\/plain$/,
  ],
  ['Set-Cookie', 'visitor=1', /^\/$/, /^✗ cookies: \/ $/],
])('fails if %s is %s', async (name, value, path, complaint) => {
  withHeader(path, name, value);
  expect(await complaints()).toEqual([expect.stringMatching(complaint)]);
});

test('a host may add to a header, leave out the type of the manifest, and compress nothing', async () => {
  withHeader(/^\/$/, 'Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  expect(await complaints()).toEqual([]);
  withHeader(/webmanifest$/, 'Content-Type');
  expect(await complaints()).toEqual([]);
  instead(/^\/assets\/react/, async (received) => {
    const { headers, body } = await fetch(new URL(new URL(received.url).pathname, servers[1]?.url));
    return new Response(body, { headers });
  });
  expect(await complaints()).toEqual([expect.stringMatching(/^! compression: \/assets\/react/)]);
});

const JWT = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}').replaceAll('=', '')}.signature`;
test.each([
  JWT,
  `sb_secret_${'a'.repeat(30)}`,
  `phx_${'a'.repeat(40)}`,
  'postgres://me:secret@db/x',
])('fails if a script has the secret %s', async (secret) => {
  instead(/^\/assets\/react/, () => new Response(`"${secret}"`));
  expect(await complaints()).toContainEqual(
    expect.stringMatching(/^✗ secret keys: \/assets\/react.* has one$/),
  );
});

test('the page below a path is refused', async () => {
  instead(/^\/page/, landing);
  expect(await complaints(new URL('/page/', site))).toEqual([`✗ address: ${site.href}page/`]);
});

test('http and www must lead to the public address', async () => {
  const build = { files: {}, rules: [], row: {}, VITE_SITE_URL: 'https://gel.example' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (String(address).includes('www.')) throw new TypeError('', { cause: new Error('no host') });
    // Without a redirect, the address of the response is http.
    return Object.defineProperty(new Response('', { status: 404 }), 'url', { value: address });
  });
  const found: string[] = [];
  for await (const { mark, what } of checkPage(new URL('https://gel.example'), build)) {
    if (mark === '!') found.push(what);
  }
  expect(found).toEqual(['http://gel.example/', 'https://www.gel.example/']);
});

test('a connection that closes during a request is tried again', async () => {
  let requests = 0;
  const server = await listen((received, response) => {
    requests += 1;
    if (requests === 1) received.socket.destroy();
    else response.end('hello');
  });
  servers.push(server);
  expect(await request(new URL(server.url))).toMatchObject({ status: 200, text: 'hello' });
});

/** Runs the command as a person does. */
async function run(...args: string[]) {
  type Result = { code?: number; stdout: string; stderr: string };
  const options = { shell: process.platform === 'win32' };
  return promisify(execFile)('npm', ['run', '--silent', 'doctor', '--', ...args], options).catch(
    (error: Result) => error,
  ) as Promise<Result>;
}

test('the command counts what passed, and fails with what to do', async () => {
  const good = await run(site.href);
  expect(good.stdout).toMatch(/^✓ page: 200/m);
  expect(good.stdout).toMatch(/\n\d\d passed, 0 warnings, 0 failed\n$/);
  expect(good.code).toBeUndefined();

  instead(/^\/rest/, noTable);
  const bad = await run(site.href);
  expect(bad.stdout).toMatch(/✗ database: .*\n {4}→ .*db push --remote/);
  expect(bad.code).toBe(1);
});

test('a page that does not respond fails with the reason', async () => {
  const { code, stdout } = await run('http://127.0.0.1:9');
  expect(stdout).toMatch(/^✗ page: (bad port|.*ECONNREFUSED.*)$/m);
  expect(code).toBe(1);
});

test.each([[], ['http://gel.example'], ['https://gel.example', 'more']])(
  'the arguments %s print the usage',
  async (...args) => {
    const { code, stderr } = await run(...args);
    expect(stderr).toContain('npm run doctor -- https://the-page');
    expect(code).toBe(2);
  },
);
