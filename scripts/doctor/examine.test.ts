import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen, type Service } from '../../supabase/local/listen.ts';
import { staticHost } from '../../vite/static-host.ts';
import { ask } from './ask.ts';
import { examine } from './examine.ts';

type Answer = (request: Request) => Response | Promise<Response>;

let site: URL;
let dist: string;
const servers: Service[] = [];

/** The good deployment, and what a test makes of it. */
let deployed: Answer;
let answer: Answer;

beforeAll(async () => {
  site = await serve(getRequestListener((request) => answer(request)));
  dist = await mkdtemp(join(tmpdir(), 'doctor-'));
  await build(dist);
  const files = await serve(staticHost(dist));

  deployed = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/rest/v1/')) return project(request);
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
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(dist, { recursive: true });
});

/** Answers as a project with all migrations does; what the real one answers has tests of its own. */
const project: Answer = async (request) => {
  const { pathname } = new URL(request.url);
  const refuse = (status: number, code: string) => Response.json({ code, message: '' }, { status });
  if (request.headers.has('accept-profile')) return refuse(406, 'PGRST106');
  if (pathname === '/rest/v1/') return Response.json({ paths: { '/': {}, '/waitlist': {} } });
  if (pathname !== '/rest/v1/waitlist') return refuse(404, 'PGRST205');
  const isSignUp =
    request.method === 'POST' &&
    request.headers.get('prefer') === 'return=minimal' &&
    !/created_at|_key/.test(await request.text());
  return isSignUp ? refuse(400, '22023') : refuse(401, '42501');
};

async function serve(listener: RequestListener): Promise<URL> {
  const server = await listen(listener);
  servers.push(server);
  return new URL(server.url);
}

/** The page as `npm run build` makes it. */
function build(outDir: string) {
  return promisify(execFile)('npx', ['vite', 'build', '--outDir', outDir], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VITE_SUPABASE_URL: site.origin,
      VITE_SUPABASE_ANON_KEY: 'sb_publishable_key',
      VITE_SITE_URL: site.origin,
      VITE_POSTHOG_KEY: 'phc_test',
      VITE_POSTHOG_HOST: '/ingest',
      POSTHOG_UPSTREAM: 'https://eu.i.posthog.com',
    },
  });
}

/** What is not as it should be, one line each. */
async function complaints(): Promise<string[]> {
  const lines: string[] = [];
  for await (const { findings } of examine(site)) {
    for (const { mark, what, found } of findings) {
      if (mark !== '✓') lines.push(`${mark} ${what}: ${found}`);
    }
  }
  return lines;
}

/** Has the paths that match answered otherwise. */
function instead(path: RegExp, other: Answer) {
  answer = (request) =>
    path.test(new URL(request.url).pathname) ? other(request) : deployed(request);
}

/** Has these paths answered as they are, with another text. */
function rewrite(path: RegExp, change: (text: string) => string) {
  instead(path, async (request) => {
    const { status, headers, body } = await deployed(request);
    return new Response(change(await new Response(body).text()), { status, headers });
  });
}

test('a good deployment has nothing to complain about', async () => {
  expect(await complaints()).toEqual([]);
});

const landing = () => deployed(new Request(site));
const status = (code: number) => () => new Response('', { status: code });
const json = (body: unknown, code?: number) => () => Response.json(body, { status: code ?? 200 });
const asText: Answer = async (request) => {
  const { headers, body } = await deployed(request);
  headers.set('content-type', 'text/plain');
  return new Response(body, { headers });
};
const noTable = json({ code: 'PGRST205', message: 'none' }, 404);
const crowded: Answer = async (request) => {
  const answered = await project(request);
  const limited = { code: 'too_many_sign_ups', message: 'Too many sign-ups' };
  return answered.status === 400 ? Response.json(limited, { status: 429 }) : answered;
};
const listing = json({ paths: { '/': {}, '/waitlist': {}, '/everyone': {}, '/rpc/count': {} } });

test.each<[path: RegExp, other: Answer, ...complaints: RegExp[]]>([
  [/^\/$/, status(502), /^✗ answers over http: 502/],
  [/^\/no-such-page/, landing, /^✗ an unknown path is a 404: 200 text\/html/],
  [/^\/no-such-page/, status(404), /^✗ an unknown path is a 404: 404.*, not our page$/],
  [/^\/build\.json$/, status(404), /^✗ build\.json: 404/],
  [/posthog-.*js$/, status(404), /^✗ every file .*: \/assets\/.*posthog-.*\.js: 404/],
  [/posthog-.*js$/, asText, /^✗ every file .*: \/assets\/.*posthog-.*\.js: 200 text\/plain$/],
  [/^\/og\.png$/, asText, /^✗ every file .*: \/og\.png: 200 text\/plain$/],
  [/sitemap/, status(404), /^✗ every file .*: \/sitemap\.xml: 404/],
  [/manifest/, landing, /^✗ every file .*: \/manifest.webmanifest: something else$/],
  [/^\/rest/, noTable, /^✗ answers: there is no table waitlist$/],
  [/^\/rest/, status(404), /^✗ answers: .*: 404/],
  [/^\/rest/, landing, /^✗ answers: .*: 200 text\/html$/],
  [/^\/rest/, crowded, /^! takes a good row, refuses a bad one: 429 too_many_sign_ups/],
  [/^\/rest\/v1\/people$/, json([]), /^✗ no report in public: people: 200/],
  [/^\/rest\/v1\/$/, listing, /^✗ offers no other .*: also \/everyone, \/rpc\/count$/],
  [/^\/ingest/, status(404), /^✗ configuration answers: .*\/array\/phc_test\/config: 404/],
  [/^\/ingest/, landing, /^✗ configuration answers: .*: 200 text\/html$/],
])('noticed at %s', async (path, other, ...expected) => {
  instead(path, other);
  expect(await complaints()).toEqual(expected.map((line) => expect.stringMatching(line)));
});

test('what a host adds to a header is its own affair', async () => {
  answer = async (request) => {
    const response = await deployed(request);
    response.headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    return response;
  };
  expect(await complaints()).toEqual([]);
});

test('noticed: an exposed schema', async () => {
  answer = (request) =>
    request.headers.get('accept-profile') === 'reporting' ? noTable() : deployed(request);
  expect(await complaints()).toEqual([
    '✗ no other schema is exposed: reporting: 404 PGRST205 none',
  ]);
});

test.each<[header: string, value: string | undefined, path: string, complaint: RegExp]>([
  ['Referrer-Policy', undefined, '/', /^✗ Referrer-Policy: missing at \/$/],
  ['Strict-Transport-Security', 'max-age=1', '/', /^✗ Strict-Transport-Sec.*: max-age=1 at \/$/],
  ['Content-Security-Policy', 'default-src *', '/', /^✗ Content-Sec.*: default-src \* at \/$/],
  ['Cache-Control', 'max-age=3600', '/', /^✗ Cache-Control: max-age=3600 at \/$/],
  ['Cache-Control', undefined, '/assets/', /^✗ Cache-Control: missing at \/assets\//],
  ['Cross-Origin-Resource-Policy', 'same-origin', '/og.png', /: same-origin at \/og\.png$/],
  ['Set-Cookie', 'visitor=1', '/', /^✗ sets no cookie: at \/$/],
])('noticed: %s is %s at %s', async (name, value, path, complaint) => {
  instead(new RegExp(`^${path}${path === '/' ? '$' : ''}`), async (request) => {
    const response = await deployed(request);
    response.headers.delete(name);
    if (value !== undefined) response.headers.set(name, value);
    return response;
  });
  expect(await complaints()).toEqual([expect.stringMatching(complaint)]);
});

const JWT = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"role":"service_role"}').replaceAll('=', '')}.signature`;
const SECRETS = `"${JWT}";"sb_secret_${'a'.repeat(30)}";"phx_${'a'.repeat(40)}";"postgres://me:secret@db/x";`;

test.each<[path: RegExp, from: string | RegExp, to: string, ...complaints: RegExp[]]>([
  [/^\/$/, /<form[\s\S]*<\/form>/, '', /^✗ every file is as it was built: \/: something else$/],
  [/^\/robots\.txt$/, 'Allow', 'Disallow', /^✗ every file .*: \/robots\.txt: something else$/],
  [/^\/build\.json$/, 'VITE_SITE_URL', 'OLD', /^! its public address: not known/],
  [/^\/build\.json$/, /(?<=SITE_URL":")[^"]+/, 'https://a.b', /^! its.* https:\/\/a\.b, not this/],
  [/^\/build\.json$/, 'VITE_SUPABASE_URL', 'OLD', /^✗ answers: the page is built for the local/],
  [/^\/build\.json$/, 'VITE_POSTHOG_KEY', 'OLD', /^! configuration.*: the page has no analytics$/],
  [
    /^\/assets\/react-/,
    '',
    SECRETS,
    /^✗ every file/,
    /^✗ no secret in page or scripts: a Supabase secret key in .*, a PostHog personal key in .*, a database password in .*, a service_role key in \/assets\/react-/,
  ],
])('noticed in %s: %s is now %s', async (path, from, to, ...expected) => {
  rewrite(path, (text) => text.replace(from, to));
  expect(await complaints()).toEqual(expected.map((line) => expect.stringMatching(line)));
});

test('a project without any checks would take every insert back', async () => {
  const inserts: Request[] = [];
  instead(/^\/rest/, async (request) => {
    if (request.method !== 'POST') return project(request);
    inserts.push(request.clone());
    return Response.json({ code: 'PGRST116', message: '2 rows' }, { status: 406 });
  });

  expect(await complaints()).toContain(
    '✗ takes a good row, refuses a bad one: 406 PGRST116 2 rows',
  );
  for (const insert of inserts) {
    expect(insert.headers.get('accept')).toBe('application/vnd.pgrst.object+json');
    expect(await insert.json()).toHaveLength(2);
  }
});

test('a connection that is closed under a request is no finding', async () => {
  let requests = 0;
  const server = await serve((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else response.end('hello');
  });
  expect(await ask(server)).toMatchObject({ status: 200, text: 'hello' });
});

/** Runs the command as a person would. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/doctor.ts', ...args]);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { output, errors, code: code as number };
}

test('the command prints every line and succeeds when nothing is wrong', async () => {
  const { output, code } = await run(site.href);
  expect(output).toContain('Database\n  ✓ answers: ');
  expect(output).toMatch(/\n\d\d as it should be, 0 doubtful, 0 wrong\.\n$/);
  expect(code).toBe(0);
});

test('the command says what to do and fails when something is wrong', async () => {
  instead(/^\/rest/, noTable);
  const { output, code } = await run(site.href);
  expect(output).toMatch(/ {2}✗ answers: there is no table waitlist\n {6}→ .*db push --remote/);
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
    run('https://gel.example', '--verbose'),
  ]);
  for (const { errors, code } of attempts) {
    expect(errors).toContain('npm run doctor -- https://the-page');
    expect(code).toBe(2);
  }
});
