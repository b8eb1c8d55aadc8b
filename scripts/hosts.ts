/**
 * Deploys the page on each host's own emulator, with PostgreSQL and PostgREST behind it: `npm run
 * hosts`. On each: build, doctor, sign-up, the next version over an open page, back to the last one.
 * Prints a table. Downloads the emulators by npx; nginx and Caddy take part if they are installed.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import sirv from 'sirv';
import { z } from 'zod';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { FIELD_KEYS, FIELDS, sampleSignUp } from '../src/waitlist/waitlist-fields.ts';
import { freePort, listen } from '../supabase/local/listen.ts';
import { PUBLISHABLE_KEY, startRealStack } from '../supabase/local/real-stack.ts';
import { buildInfo } from '../vite/build-info.ts';
import { localPageEnv } from '../vite/local-page-env.ts';
import { examine } from './doctor/examine.ts';

const WRANGLER = 'npx --yes wrangler@4.86.0';
const NETLIFY = 'npx --yes netlify-cli@26.2.0 dev --offline --no-open';
const work = await mkdtemp(join(tmpdir(), 'hosts-'));

/** What each build is for, and the command that serves the folder `dist` at a port. */
const HOSTS: Record<string, { hosting: string; command?: string; files?: Record<string, string> }> =
  {
    Netlify: {
      hosting: 'netlify',
      command: `${NETLIFY} --dir dist --internal-disable-edge-functions --port PORT`,
    },
    'Cloudflare Pages': {
      hosting: 'cloudflare',
      command: `${WRANGLER} pages dev dist --compatibility-date 2026-05-01 --ip 127.0.0.1 --port PORT`,
    },
    'Cloudflare Workers': {
      hosting: 'cloudflare',
      command: `${WRANGLER} dev --config wrangler.jsonc --ip 127.0.0.1 --port PORT`,
      files: { 'wrangler.jsonc': await readFile('wrangler.jsonc', 'utf8') },
    },
    // Its own emulator needs an account.
    Vercel: { hosting: 'vercel' },
    nginx: {
      hosting: '',
      command: `nginx -p ${work} -e stderr -g 'user root; daemon off;' -c nginx.conf`,
      files: {
        'nginx.conf': `pid nginx.pid; events {} http { include /etc/nginx/mime.types; access_log off;
          server { listen 127.0.0.1:PORT; root ${work}/dist; include ${work}/dist-hosts/nginx.conf; } }`,
      },
    },
    Caddy: {
      hosting: '',
      command: 'caddy run --adapter caddyfile --config Caddyfile',
      files: {
        Caddyfile: `{\n  admin off\n}\nhttp://127.0.0.1:PORT {\n  root * ${work}/dist\n  import ${work}/dist-hosts/Caddyfile\n}\n`,
      },
    },
  };
type Host = (typeof HOSTS)[string];

const stack = await startRealStack();
const db = new pg.Client(stack.postgres.urlOf('postgres'));
await db.connect();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const analytics = await listen((received, response) => {
  response.writeHead(received.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' });
  response.end('{}');
});
const rows = [
  '| Host | Doctor | Sign-up | Open page after the next version | After the rollback |',
  '| - | - | - | - | - |',
];
let people = 0;

try {
  const chosen = process.argv.slice(2);
  for (const [name, host] of Object.entries(HOSTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const results = await tryHost(host).catch((error: Error) => [error.message.split('\n')[0]]);
    rows.push(`| ${[name, ...results].join(' | ')} |`);
    console.log(rows.at(-1));
  }
  console.log(`\n${rows.join('\n')}`);
} finally {
  await browser.close();
  await db.end();
  analytics.close();
  await stack.stop();
  await rm(work, { recursive: true, force: true });
}

async function tryHost(host: Host): Promise<string[]> {
  const oldFiles = await build('v1', host, 'phc_first');
  const newFiles = await build('v2', host, 'phc_next');
  const gone = oldFiles.filter((path) => path.endsWith('.js') && !newFiles.includes(path));
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}/`);

  let stop = await deploy('v1', host, port);
  try {
    const failures: string[] = [];
    for await (const { mark, what } of examine(url)) {
      if (mark === '✗') failures.push(what);
    }
    const doctor = failures.length > 0 ? `fails: ${failures.join(', ')}` : 'passes';
    const signedUp = await signUp(await openPage(url));

    const open = await openPage(url);
    await stop();
    // A slow visitor's page has not loaded all of its files yet.
    const devTools = await open.context().newCDPSession(open);
    await devTools.send('Network.clearBrowserCache');
    stop = await deploy('v2', host, port);
    const missing = await open.evaluate(statusesOf, gone);
    const afterNext = `${await signUp(open)}; its other files: ${missing}`;

    await stop();
    stop = await deploy('v1', host, port);
    await open.reload();
    const found = await open.evaluate(statusesOf, gone);
    const afterRollback = `${await signUp(open)}; its other files: ${found}`;
    return [doctor, signedUp, afterNext, afterRollback];
  } finally {
    await stop();
  }
}

/** Builds a version, and returns the paths of its files. */
async function build(version: string, { hosting }: Host, key: string): Promise<string[]> {
  const dist = join(work, version);
  const env = localPageEnv({
    VITE_SUPABASE_URL: new URL(stack.gateway.url).origin,
    VITE_SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
    VITE_ANALYTICS_KEY: key,
    VITE_ANALYTICS_HOST: '/ingest',
    ANALYTICS_UPSTREAM: new URL(analytics.url).origin,
  });
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', dist, '--emptyOutDir'], {
    env: { ...process.env, ...env, HOSTING: hosting },
  });
  if (hosting === 'vercel') await cp('.vercel/output', `${dist}-hosts`, { recursive: true });
  const info = await readFile(join(dist, 'build.json'), 'utf8');
  return Object.keys(buildInfo.parse(JSON.parse(info)).files);
}

/** Puts a version in place and starts the host; returns what stops it. */
async function deploy(version: string, { command, files = {} }: Host, port: number) {
  for (const suffix of ['', '-hosts']) {
    await rm(join(work, `dist${suffix}`), { recursive: true, force: true });
    await cp(join(work, version + suffix), join(work, `dist${suffix}`), { recursive: true });
  }
  if (!command) return serveVercelOutput(join(work, 'dist-hosts'), port);
  const atPort = (text: string) => text.replace('PORT', String(port));
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(work, file), atPort(content));
  }
  const child = spawn(atPort(command), {
    cwd: work,
    shell: true,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
    await ended;
  };
  for (let tries = 0; tries < 1800 && child.exitCode === null; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (response?.ok) return stop;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`does not start: ${command.split(' ').slice(0, 3).join(' ')}`);
}

/** Serves Vercel's Build Output by the routes in its config.json; returns what stops it. */
async function serveVercelOutput(folder: string, port: number): Promise<() => Promise<void>> {
  const text = z.string().optional();
  const route = z.object({
    src: z.string().default('^$'),
    headers: z.record(z.string(), z.string()).optional(),
    dest: text,
    handle: text,
  });
  const config: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
  const { routes } = z.object({ routes: z.array(route) }).parse(config);
  const files = sirv(join(folder, 'static'), { extensions: [] });
  const notFound = await readFile(join(folder, 'static/404.html'));
  const server = createServer(async (request, response) => {
    for (const { src, headers, dest, handle } of routes) {
      // The routes after this one are for paths without a file.
      if (handle) break;
      const [path = '/'] = (request.url ?? '/').split('?');
      const pattern = new RegExp(src);
      if (!pattern.test(path)) continue;
      response.setHeaders(new Headers(headers));
      const target = dest && path.replace(pattern, dest);
      if (target?.startsWith('http')) {
        const { status, body } = await fetch(target, { method: request.method ?? 'GET' });
        response.writeHead(status).end(await new Response(body).text());
        return;
      }
      if (target) request.url = target;
    }
    files(request, response, () => void response.writeHead(404).end(notFound));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

async function openPage(url: URL): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url.href);
  return page;
}

/** Requests the files from within the page, through the browser's cache: "404", for example. */
async function statusesOf(paths: string[]): Promise<string> {
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
  return [...new Set(statuses)].join(', ');
}

/** Fills in the form and submits it; returns "stored", or what the page shows instead. */
async function signUp(page: Page): Promise<string> {
  const person = sampleSignUp(++people);
  for (const key of FIELD_KEYS) await page.getByLabel(FIELDS[key].control.label).fill(person[key]);
  await page.locator('form [type=submit]').click();
  const status = page.locator('.waitlist-form-status');
  // Longer than the page itself tries.
  for (let tries = 0; tries < 300; tries++) {
    const stored = await db.query('select from public.waitlist where name = $1', [person.name]);
    if (stored.rowCount === 1) return 'stored';
    await page.waitForTimeout(100);
  }
  return `not stored: "${await status.textContent()}"`;
}
