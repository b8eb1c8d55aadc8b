import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EmbeddedBackend, startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { REPORTS } from './doctor/database.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import { checkObservatory } from './doctor/observatory.ts';
import { checkHeaders } from './doctor/page.ts';
import { listen, type Service } from './listen.ts';
import { staticHost } from './vite/static-host.ts';

type Answer = (request: Request) => Response | Promise<Response>;

let site: URL;
let dist: string;
let backend: EmbeddedBackend;
const servers: Service[] = [];

/** The good deployment, and what a test makes of it. */
let deployed: Answer;
let answer: Answer;

beforeAll(async () => {
  // The embedded backend prints every refusal; here they are the point.
  vi.spyOn(console, 'error').mockReturnValue();
  site = await serve(getRequestListener((request) => answer(request)));
  dist = await mkdtemp(join(tmpdir(), 'doctor-'));
  [backend] = await Promise.all([startEmbeddedBackend('memory://'), build(dist)]);
  const files = await serve(staticHost(dist));

  deployed = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/rest/v1/')) return backend.fetch(request);
    if (pathname === '/ingest/array/phc_test/config') return Response.json({});
    const { status, headers, body } = await fetch(new URL(pathname, files));
    const changeable = new Headers(headers);
    changeable.delete('content-length');
    return new Response(body, { status, headers: changeable });
  };
});
beforeEach(() => {
  answer = deployed;
});
afterEach(async () => {
  const { rows } = await backend.db.query("select from public.waitlist where name = 'doctor'");
  await backend.db.exec(MEND);
  expect(rows, 'the doctor stored something').toEqual([]);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await backend.close();
  await rm(dist, { recursive: true });
});

/** Brings the database back to what the migrations made of it. */
const MEND = `
  delete from public.waitlist;
  delete from private.total_counts;
  delete from private.sign_up_limits;
  insert into private.sign_up_limits default values;
  drop policy if exists broken on public.waitlist;
  revoke all on public.waitlist from anon;
  grant insert (name, phone_number, instagram, email, "timestamp") on public.waitlist to anon;
  alter table public.waitlist enable trigger all;
`;

async function serve(listener: RequestListener): Promise<URL> {
  const server = await listen(listener);
  servers.push(server);
  return new URL(server.url);
}

/** The page as `npm run build` makes it, with the embedded backend in Supabase's place. */
function build(outDir: string) {
  return promisify(execFile)('npx', ['vite', 'build', '--mode', 'preview', '--outDir', outDir], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITE_SUPABASE_URL: '',
      VITE_SUPABASE_ANON_KEY: '',
      VITE_SITE_URL: site.origin,
      VITE_POSTHOG_KEY: 'phc_test',
      VITE_POSTHOG_HOST: '/ingest',
      POSTHOG_UPSTREAM: 'https://eu.i.posthog.com',
    },
  });
}

async function findings(): Promise<Finding[]> {
  const all: Finding[] = [];
  for await (const group of examine(site)) all.push(...group.findings);
  return all;
}

/** What is not as it should be, one line each. */
async function complaints(): Promise<string[]> {
  const all = await findings();
  return all
    .filter(({ mark }) => mark !== '✓')
    .map(({ mark, what, found }) => `${mark} ${what}: ${found}`);
}

/** Answers other than the deployment's for the paths that match. */
function instead(path: RegExp, other: Answer) {
  answer = (request) =>
    path.test(new URL(request.url).pathname) ? other(request) : deployed(request);
}

/** The deployment's answers with another text. */
function rewrite(path: RegExp, change: (text: string) => string) {
  instead(path, async (request) => {
    const { status, headers, body } = await deployed(request);
    return new Response(change(body ? await new Response(body).text() : ''), { status, headers });
  });
}

/** The landing page's answer with other headers; null takes one away. */
function withHeader(name: string, change: (value: string) => string | null) {
  instead(/^\/$/, async (request) => {
    const { headers, body } = await deployed(request);
    const value = change(headers.get(name) ?? '');
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return new Response(body, { headers });
  });
}

test('a good deployment has nothing to complain about', async () => {
  expect(await complaints()).toEqual([]);
  expect(await findings()).toContainEqual({
    mark: '✓',
    what: "Mozilla Observatory's score",
    found: '130',
  });
});

test('the reports are all known by name', async () => {
  const { rows } = await backend.db.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'reporting'",
  );
  expect(REPORTS.toSorted()).toEqual(rows.map(({ name }) => name).sort());
});

test.each<[broken: string, sql: string, complaint: RegExp]>([
  [
    'everyone may read the list',
    `insert into public.waitlist (name, phone_number, timestamp) values ('Ada', '1', now());
     grant select on public.waitlist to anon;
     create policy broken on public.waitlist for select to anon using (true);`,
    /^✗ shows nothing: allowed: id, name, phone_number/,
  ],
  [
    'only row security hides the list',
    'grant select on public.waitlist to anon',
    /^✗ shows nothing: allowed: id, name/,
  ],
  [
    'one column is readable',
    'grant select (email) on public.waitlist to anon',
    /^✗ shows nothing: allowed: email$/,
  ],
  [
    'rows can be changed',
    'grant select (name), update (email) on public.waitlist to anon',
    /^✗ changes nothing: allowed: email$/,
  ],
  [
    'rows can be deleted',
    'grant select (name), delete on public.waitlist to anon',
    /^✗ deletes nothing: allowed/,
  ],
  [
    'inserts return what was stored',
    'grant select on public.waitlist to anon',
    /^✗ an insert overwrites and returns nothing: allowed: returning$/,
  ],
  [
    'inserts overwrite',
    'grant select, update on public.waitlist to anon',
    /^✗ an insert overwrites and returns nothing: allowed: overwriting, returning$/,
  ],
  [
    'visitors may set every column',
    'grant insert on public.waitlist to anon',
    /^✗ takes no other column: allowed: created_at, person_key, submission_key$/,
  ],
  [
    'visitors may not sign up',
    'revoke insert on public.waitlist from anon',
    /^✗ takes a good row, refuses a bad one: 401 42501 permission denied/,
  ],
  [
    'a policy refuses every sign-up',
    'create policy broken on public.waitlist as restrictive for insert to anon with check (false)',
    /^✗ takes a good row, refuses a bad one: 401 42501 new row violates row-level security/,
  ],
  [
    'the checks are switched off',
    'alter table public.waitlist disable trigger waitlist_accept',
    /^✗ takes a good row, refuses a bad one/,
  ],
  ['the limits are switched off', 'delete from private.sign_up_limits', /^! limits sign-ups/],
  [
    'the limit is reached',
    `update private.sign_up_limits set everyone = 1;
     insert into private.total_counts values (31, date_bin('1 hour', now(), 'epoch'), 2);`,
    /^! takes a good row, refuses a bad one: 429 too_many_sign_ups/,
  ],
])('noticed: %s', async (_, sql, complaint) => {
  await backend.db.exec(sql);
  expect(await complaints()).toContainEqual(expect.stringMatching(complaint));
});

const JWT = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}').replaceAll('=', '')}.signature`;

test.each<[broken: string, breakIt: () => void, complaints: Array<string | RegExp>]>([
  [
    'a view in public',
    () => instead(/^\/rest\/v1\/people$/, () => Response.json([])),
    ['✗ no report in public: there is people'],
  ],
  [
    'a listing with more than the table',
    () =>
      instead(/^\/rest\/v1\/$/, () =>
        Response.json({ paths: { '/': {}, '/waitlist': {}, '/everyone': {}, '/rpc/count': {} } }),
      ),
    ['✗ offers no other table or function: also /everyone, /rpc/count'],
  ],
  [
    'an exposed schema',
    () => {
      answer = (request) =>
        request.headers.get('accept-profile') === 'reporting'
          ? Response.json({ code: 'PGRST205', message: 'no such table' }, { status: 404 })
          : deployed(request);
    },
    ['✗ reports and helpers are not exposed: exposed: reporting'],
  ],
  [
    'a missing table',
    () =>
      instead(/^\/rest/, () =>
        Response.json({ code: 'PGRST205', message: 'no such table' }, { status: 404 }),
      ),
    ['✗ answers: there is no table waitlist'],
  ],
  [
    'no project behind the page',
    () => instead(/^\/rest/, () => new Response('<h1>Not found</h1>', { status: 404 })),
    [/^✗ answers: http:\/\/127\.0\.0\.1:\d+: 404/],
  ],
  [
    'the landing page in place of a project',
    () => instead(/^\/rest/, () => deployed(new Request(site))),
    [/^✗ answers: .*: 200 text\/html$/],
  ],
  [
    'a missing header',
    () => withHeader('Referrer-Policy', () => null),
    ['✗ Referrer-Policy: missing', "✗ Mozilla Observatory's score: 125"],
  ],
  [
    'no policy',
    () => withHeader('Content-Security-Policy', () => null),
    [
      '✗ Content-Security-Policy: missing',
      "✗ Mozilla Observatory's score: 75: Content-Security-Policy -25",
    ],
  ],
  [
    'a policy with unsafe-inline',
    () => withHeader('Content-Security-Policy', (csp) => csp.replace("'self'", "'unsafe-inline'")),
    ["✗ Content-Security-Policy: allows 'unsafe-inline'"],
  ],
  [
    'a lax policy',
    () =>
      withHeader('Content-Security-Policy', (csp) =>
        csp.replace("default-src 'none'", 'default-src *').replace(/base-uri [^;]+;/, ''),
      ),
    [
      "✗ Content-Security-Policy: default-src is not 'none', allows *, no base-uri",
      "✗ Mozilla Observatory's score: 125",
    ],
  ],
  [
    'a policy that forbids the services',
    () =>
      withHeader('Content-Security-Policy', (csp) =>
        csp.replace(/connect-src [^;]+/, 'connect-src https://old.supabase.co'),
      ),
    [/^✗ answers: the policy forbids/, /^✗ configuration answers: the policy forbids/],
  ],
  [
    'HTML that caches keep',
    () => withHeader('Cache-Control', () => 'public, max-age=3600'),
    ['✗ HTML is asked for anew: public, max-age=3600'],
  ],
  [
    'hashed files that caches drop',
    () =>
      instead(/^\/assets\/index-/, async (request) => {
        const { body } = await deployed(request);
        return new Response(body, { headers: { 'Content-Type': 'text/javascript' } });
      }),
    [/^✗ hashed files are kept: \/assets\/index-.*: no Cache-Control$/],
  ],
  [
    'unknown paths answered by the landing page',
    () => instead(/^\/no-such-page/, () => deployed(new Request(site))),
    ['✗ an unknown path is a 404: 200 text/html'],
  ],
  [
    "the host's own not-found page",
    () => instead(/^\/no-such-page/, () => new Response('Not found', { status: 404 })),
    ["✗ an unknown path is a 404: 404, the host's own page"],
  ],
  [
    'a page that only scripts fill',
    () => rewrite(/^\/$/, (html) => html.replace(/<form[\s\S]*<\/form>/, '')),
    [/^✗ the form is in the HTML: missing: name, phoneNumber, instagram, email/],
  ],
  [
    'an error in place of the page',
    () => instead(/^\/$/, () => new Response('Bad gateway', { status: 502 })),
    [/^✗ answers over http: 502/],
  ],
  [
    'a secret Supabase key',
    () => rewrite(/waitlist-repository/, (code) => `${code};"sb_secret_${'a'.repeat(30)}"`),
    [/^✗ no secret in page or scripts: a Supabase secret key in \/assets\/waitlist-repository/],
  ],
  [
    'a service_role key, a personal key and a password',
    () =>
      rewrite(
        /\/index-/,
        (code) => `${code};"${JWT}";"phx_${'a'.repeat(40)}";"postgres://me:secret@db/x"`,
      ),
    [/a PostHog personal key in .*, a database password in .*, a service_role key in/],
  ],
  [
    'a missing script',
    () => instead(/\/posthog-/, () => new Response('', { status: 404 })),
    [/^✗ all scripts are there: \/assets\/posthog-.*: 404/],
  ],
  [
    'a relative picture',
    () => rewrite(/^\/$/, (html) => html.replace(`${site.origin}/og.png`, '/og.png')),
    ['✗ link preview, picture: /og.png is not absolute'],
  ],
  [
    'a picture that is not there',
    () => instead(/^\/og\.png$/, () => deployed(new Request(new URL('/gone', site)))),
    [/^✗ link preview, picture: .*: 404 text\/html$/],
  ],
  [
    'no words for the preview',
    () => rewrite(/^\/$/, (html) => html.replace('og:title', 'title')),
    ['✗ link preview, words: missing: og:title'],
  ],
  [
    'another canonical address',
    () =>
      rewrite(/^\/$/, (html) => html.replace(/(canonical" href=")[^"]+/, '$1https://gel.example/')),
    ['! canonical address: https://gel.example/, not this page'],
  ],
  [
    'search engines turned away',
    () => rewrite(/^\/robots\.txt$/, () => 'User-agent: *\nDisallow: /\n'),
    ['✗ robots.txt: turns search engines away'],
  ],
  [
    'no sitemap, icon or manifest',
    () => instead(/sitemap|favicon|manifest/, () => new Response('', { status: 404 })),
    [/^✗ sitemap\.xml: 404/, /^✗ favicon: .*404/, /^✗ manifest: .*404/],
  ],
  [
    'no configuration at PostHog',
    () => instead(/^\/ingest/, () => new Response('', { status: 404 })),
    [/^✗ configuration answers: .*\/ingest\/array\/phc_test\/config: 404/],
  ],
  [
    'a proxy that was not set up',
    () => instead(/^\/ingest/, () => deployed(new Request(site))),
    [/^✗ configuration answers: .*: 200 text\/html$/],
  ],
  [
    'no analytics',
    () => rewrite(/\.js$/, (code) => code.replaceAll(/posthogHost:`[^`]+`/g, 'posthogHost:void 0')),
    ['! configuration answers: the page has no analytics'],
  ],
])('noticed: %s', async (_, breakIt, expected) => {
  breakIt();
  expect(await complaints()).toEqual(
    expected.map((complaint) =>
      typeof complaint === 'string' ? complaint : expect.stringMatching(complaint),
    ),
  );
});

test('over https the browser must be told to stay there', () => {
  const page = {
    url: new URL('https://gel.example'),
    status: 200,
    headers: new Headers(),
    text: '',
  };
  const hsts = () =>
    checkHeaders(page, []).find(({ what }) => what === 'Strict-Transport-Security')?.mark;

  expect(hsts()).toBe('✗');
  page.headers.set('Strict-Transport-Security', 'max-age=3600');
  expect(hsts()).toBe('✗');
  page.headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  expect(hsts()).toBe('✓');
});

test.each<[headers: Record<string, string>, score: number]>([
  [{}, 30],
  [{ 'content-security-policy': "default-src 'self'" }, 55],
  [{ 'strict-transport-security': 'max-age=63072000', 'x-frame-options': 'DENY' }, 70],
  [
    {
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
    },
    110,
  ],
])('Mozilla Observatory gives for %j %i points', (headers, score) => {
  const page = { url: site, status: 200, headers: new Headers(headers), text: '' };
  expect(checkObservatory(page).found).toMatch(new RegExp(`^${score}\\b`));
});

test('a hosted project takes everything back, even if it has no checks at all', async () => {
  const sent: Request[] = [];
  const hosted = await serve(
    getRequestListener(async (request) => {
      sent.push(request);
      if (request.method !== 'POST') return backend.fetch(request);
      const { length } = (await request.json()) as unknown[];
      return Response.json(
        { code: 'PGRST116', message: `The result contains ${length} rows` },
        { status: 406 },
      );
    }),
  );
  answer = async (request) => {
    const { status, headers, body } = await deployed(request);
    const policy = headers.get('content-security-policy') ?? '';
    headers.set(
      'content-security-policy',
      policy.replace("connect-src 'self'", `$& ${hosted.origin}`),
    );
    const original = body ? await new Response(body).text() : '';
    const code = original
      .replace(/supabaseUrl:[^,]+/, `supabaseUrl:"${hosted.origin}"`)
      .replace('`embedded`', '"sb_publishable_key"');
    return new Response(code, { status, headers });
  };

  expect(await complaints()).toContainEqual(
    expect.stringMatching(/^✗ takes a good row, refuses a bad one: 406 PGRST116/),
  );
  const inserts = sent.filter(({ method }) => method === 'POST');
  expect(inserts.length).toBeGreaterThan(0);
  for (const { headers } of inserts) {
    expect(headers.get('accept')).toBe('application/vnd.pgrst.object+json');
    expect(headers.get('apikey')).toBe('sb_publishable_key');
  }
});

/** Runs the command as a person would. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/doctor.ts', ...args]);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { output, errors, code: code as number };
}

test('the command prints every line and succeeds when nothing is wrong', async () => {
  const { output, code } = await run(site.href);
  expect(output).toContain('Database\n  ✓ answers: the embedded backend');
  expect(output).toMatch(/\n\d\d as it should be, 0 doubtful, 0 wrong\.\n$/);
  expect(code).toBe(0);
});

test('the command says what to do and fails when something is wrong', async () => {
  withHeader('Referrer-Policy', () => null);
  const { output, code } = await run(site.href);
  expect(output).toMatch(/ {2}✗ Referrer-Policy: missing\n {6}→ Deploy dist\//);
  expect(code).toBe(1);
});

test('a page that cannot be reached is one clear line', async () => {
  const { output, errors, code } = await run('http://127.0.0.1:9');
  expect(output).toBe('');
  expect(errors).toMatch(/^http:\/\/127\.0\.0\.1:9\/ cannot be reached: .+$/m);
  expect(code).toBe(1);
});

test('bad arguments are answered with the usage', async () => {
  const attempts = await Promise.all([
    run(),
    run('http://gel.example'),
    run('https://gel.example', 'more'),
  ]);
  for (const { errors, code } of attempts) {
    expect(errors).toContain('npm run doctor -- https://the-page');
    expect(code).toBe(2);
  }
});
