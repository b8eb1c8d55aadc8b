import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Deployment, startDeployment } from '../../e2e/deployment.ts';
import { listen, type Service } from '../../supabase/local/listen.ts';
import { onRealStack } from '../../supabase/tests/on-real.ts';
import { COLUMNS } from '../../supabase/tests/visitor.ts';
import { checkAddress, examine } from './examine.ts';
import type { Finding } from './request.ts';

type Respond = (path: string) => Response | Promise<Response>;

onRealStack('the doctor at a deployment', () => {
  let host: Service;
  let deployment: Deployment;
  let db: pg.Client;
  let instead: { path: RegExp; respond: Respond } | undefined;

  beforeAll(async () => {
    host = await listen(
      getRequestListener(({ url }) => {
        const { pathname } = new URL(url);
        return instead?.path.test(pathname) ? instead.respond(pathname) : deployed(pathname);
      }),
    );
    deployment = await startDeployment({
      VITE_SITE_URL: new URL(host.url).origin,
      VITE_POSTHOG_KEY: 'phc_test',
      VITE_POSTHOG_HOST: '/ingest',
      POSTHOG_UPSTREAM: 'https://events.example',
    });
    db = new pg.Client(deployment.stack.postgres.urlOf('postgres'));
    await db.connect();
  });
  afterEach(async () => {
    instead = undefined;
    const { rowCount } = await db.query('select from public.waitlist');
    expect(rowCount, 'the doctor stored something').toBe(0);
  });
  afterAll(async () => {
    await db?.end();
    await deployment?.stop();
    host.close();
  });

  /** Responds as a host that compresses and proxies analytics. */
  const deployed: Respond = async (path) => {
    if (path === '/ingest/array/phc_test/config') return Response.json({});
    if (path === '/ingest/e/') return new Response('', { status: 400 });
    const { status, headers, body } = await fetch(new URL(path, deployment.url));
    const sent = new Headers(headers);
    for (const name of ['content-length', 'transfer-encoding']) sent.delete(name);
    sent.set('content-encoding', 'gzip');
    return new Response(gzipSync(await new Response(body).arrayBuffer()), {
      status,
      headers: sent,
    });
  };
  const status = (status: number) => () => new Response('', { status });
  const landing = () => deployed('/');
  const holding = (text: string) => () => new Response(`"${text}"`);
  const withHeader =
    (name: string, value = ''): Respond =>
    async (path) => {
      const response = await deployed(path);
      response.headers.delete(name);
      if (value) response.headers.set(name, value);
      return response;
    };

  test('passes what the build and the migrations made', async () => {
    expect(await problems(examine(new URL(host.url)))).toEqual([]);
  });

  const JWT = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}').replaceAll('=', '')}.signature`;

  test.each<[problem: RegExp, path: RegExp, respond: Respond]>([
    [/^✗ page: 502/, /^\/$/, status(502)],
    [/^✗ an unknown path: 200 text\/html, not our page$/, /^\/no-such-page/, landing],
    [/^✗ an unknown path: 404.*not our page$/, /^\/no-such-page/, status(404)],
    [/^✗ a missing file: 200/, /^\/assets\/gone/, landing],
    [/^✗ a missing file: 404, immutable/, /gone/, withHeader('Cache-Control', 'immutable')],
    [/^✗ build\.json: 404/, /^\/build\.json$/, status(404)],
    [/^✗ files: \/assets\/libraries-.*\.js 404/, /libraries-.*js$/, status(404)],
    [/^✗ files: \/sitemap\.xml differs from the build/, /sitemap/, landing],
    [/^✗ Referrer-Policy: \/ missing$/, /^\/$/, withHeader('Referrer-Policy')],
    [/^✗ X-Frame-Options: \/ SAMEORIGIN$/, /^\/$/, withHeader('X-Frame-Options', 'SAMEORIGIN')],
    [/^✗ Cache-Control: \/assets\/\S+ missing$/, /assets\/libraries/, withHeader('Cache-Control')],
    [/^✗ content types: .* text\/plain$/, /libraries/, withHeader('Content-Type', 'text/plain')],
    [/^✗ cookies: \/ visitor=1$/, /^\/$/, withHeader('Set-Cookie', 'visitor=1')],
    [/^✗ analytics configuration: 200 text\/html$/, /^\/ingest\/array/, landing],
    [/^✗ analytics events: 405/, /^\/ingest\/e/, status(405)],
    [/^✗ secret keys: .* has one$/, /assets\/libraries/, holding(JWT)],
    [/^✗ secret keys: .* has one$/, /assets\/libraries/, holding(`sb_secret_${'a'.repeat(30)}`)],
    [/^✗ secret keys: .* has one$/, /assets\/libraries/, holding(`phx_${'a'.repeat(40)}`)],
    [/^✗ secret keys: .* has one$/, /assets\/libraries/, holding('postgres://me:secret@db/x')],
    [
      /^! compression: \/assets\/libraries\S+ \d+ kB$/,
      /assets\/libraries/,
      (path) => fetch(new URL(path, deployment.url)),
    ],
  ])('finds %s', async (problem, path, respond) => {
    instead = { path, respond };
    const found = await problems(examine(new URL(host.url)));
    expect(found).toContainEqual(expect.stringMatching(problem));
    // A script that was replaced differs as well.
    if (!/secret/.test(problem.source)) expect(found).toHaveLength(1);
  });

  test('a page that is newer than its database fails', async () => {
    const respond: Respond = async () => {
      const build = await fetch(new URL('/build.json', deployment.url));
      return new Response((await build.text()).replace('"row":{', '"row":{"no_such_column":null,'));
    };
    instead = { path: /^\/build\.json$/, respond };
    const problem = expect.stringMatching(/^✗ sign-up: 400 PGRST204.*no_such_column/);
    expect(await problems(examine(new URL(host.url)))).toContainEqual(problem);
  });

  test('a host may add to a header, and leave out the type of the manifest', async () => {
    const hsts = 'max-age=63072000; includeSubDomains';
    instead = { path: /^\/$/, respond: withHeader('Strict-Transport-Security', hsts) };
    expect(await problems(examine(new URL(host.url)))).toEqual([]);
    instead = { path: /webmanifest$/, respond: withHeader('Content-Type') };
    expect(await problems(examine(new URL(host.url)))).toEqual([]);
  });

  test('a page below a path is refused', async () => {
    instead = { path: /^\/page/, respond: landing };
    const found = await problems(examine(new URL('/page/', host.url)));
    expect(found).toEqual([`✗ address: ${host.url}page/`]);
  });

  /** What undoes each of the following. */
  const MEND = `
    alter table if exists private.waitlist set schema public;
    revoke all on public.waitlist from anon;
    grant insert (${COLUMNS}) on public.waitlist to anon;
    alter table public.waitlist enable trigger user;
    drop view if exists public.people;
    drop function if exists public.how_many()`;

  test.each([
    ['reading', 'grant select (email) on public.waitlist to anon'],
    ['reading', 'grant select (id), update on public.waitlist to anon'],
    ['other columns', 'grant insert (created_at) on public.waitlist to anon'],
    ['sign-up', 'revoke insert (name) on public.waitlist from anon'],
    ['sign-up', 'alter table public.waitlist disable trigger user'],
    ['reports', 'create view public.people as select * from reporting.people'],
    [
      'other tables and functions: /rpc/how_many',
      'create function public.how_many() returns bigint language sql security definer return (select count(*) from public.waitlist)',
    ],
    ['database: .* 404 (PGRST205|42P01)', 'alter table public.waitlist set schema private'],
  ])('finds %s after: %s', async (problem, breakIt) => {
    await db.query(breakIt);
    try {
      await expect
        .poll(() => problems(examine(new URL(host.url))), { timeout: 20_000 })
        .toContainEqual(expect.stringMatching(`^✗ ${problem}`));
    } finally {
      await db.query(MEND);
    }
  });

  test('the command counts what passed, and fails with what to do', async () => {
    await expect.poll(() => problems(examine(new URL(host.url)))).toEqual([]);
    const good = await run(host.url);
    expect(good.stdout).toMatch(/^✓ page$.*\n\d\d passed, 0 warnings, 0 failed\n$/ms);
    expect(good.code).toBeUndefined();

    instead = { path: /^\/ingest/, respond: status(404) };
    const bad = await run(host.url);
    expect(bad.stdout).toMatch(/✗ analytics events: 404.*\n {4}→ .*HOSTING/);
    expect(bad.code).toBe(1);
  });
});

/** The failures and warnings, one line each. */
async function problems(findings: AsyncGenerator<Finding>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { mark, what, wrong } of findings) {
    if (mark !== '✓') lines.push(`${mark} ${what}: ${wrong}`);
  }
  return lines;
}

/** Runs the command as a person does. */
async function run(...args: string[]) {
  type Result = { code?: number; stdout: string; stderr: string };
  const options = { shell: process.platform === 'win32' };
  return promisify(execFile)('npm', ['run', '--silent', 'doctor', '--', ...args], options).catch(
    (error: Result) => error,
  ) as Promise<Result>;
}

test('http and www must lead to the public address', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (String(address).includes('www.')) throw new TypeError('', { cause: new Error('no host') });
    // Without a redirect, the address of the response is http.
    return Object.defineProperty(new Response('', { status: 404 }), 'url', { value: address });
  });
  const page = 'https://gel.example';
  expect(await problems(checkAddress(new URL(page), page))).toEqual([
    '! http://gel.example/: leads to http://gel.example/',
    '! https://www.gel.example/: no host',
  ]);
  vi.restoreAllMocks();
});

test('a page that does not respond is requested again, and fails with the reason', async () => {
  let requests = 0;
  const server = await listen(({ socket }) => {
    requests += 1;
    socket.destroy();
  });
  expect(await problems(examine(new URL(server.url)))).toEqual(['✗ page: other side closed']);
  expect(requests).toBe(2);
  server.close();
});

test.each([[], ['http://gel.example']])('the arguments %s print the usage', async (...args) => {
  const { code, stderr } = await run(...args);
  expect(stderr).toContain('npm run doctor -- https://the-page');
  expect(code).toBe(2);
});
