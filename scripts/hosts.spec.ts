import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import sirv from 'sirv';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { signUp } from '../e2e/waitlist-page.ts';
import { sampleSignUp } from '../src/waitlist/fields.ts';
import { freePort, listen, type Service } from '../supabase/local/listen.ts';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../supabase/local/real-stack.ts';
import { buildInfo } from '../vite/build-info.ts';
import { buildLocalPage } from '../vite/local-page-env.ts';
import type { Settings } from '../vite/settings.ts';
import { examine } from './doctor/examine.ts';

// `npm run hosts` deploys the page on each host's own emulator, with PostgreSQL and PostgREST behind
// it: `npm run hosts -- -g nginx` on one. Npx downloads the emulators; nginx and Caddy take part if
// they are installed.

const WRANGLER = 'npx --yes wrangler@4.86.0';
const NETLIFY = 'npx --yes netlify-cli@26.2.0 dev --offline --no-open';

type Host = {
  HOSTING?: Settings['HOSTING'];
  /** What serves a version at a port. */
  command?: string;
  /** What the doctor reports of the emulator, but not of the host. */
  reported?: string[];
};

const HOSTS: Record<string, Host> = {
  Netlify: {
    HOSTING: 'netlify',
    command: `${NETLIFY} --dir dist --internal-disable-edge-functions --port PORT`,
    // The emulator replaces it.
    reported: ['Cache-Control'],
  },
  'Cloudflare Pages': {
    HOSTING: 'cloudflare',
    command: `${WRANGLER} pages dev dist --compatibility-date 2026-04-01 --ip 127.0.0.1 --port PORT`,
  },
  'Cloudflare Workers': {
    HOSTING: 'cloudflare',
    command: `${WRANGLER} dev --config workers.jsonc --ip 127.0.0.1 --port PORT`,
  },
  // Its own emulator needs an account.
  Vercel: { HOSTING: 'vercel' },
  nginx: { command: "nginx -p . -e stderr -g 'user root; daemon off;' -c nginx.conf" },
  Caddy: { command: 'caddy run --adapter caddyfile --config Caddyfile' },
};

/** What the commands read beside `dist`. */
const FILES = {
  'nginx.conf': `pid nginx.pid; events {} http {
    include /etc/nginx/mime.types; access_log off;
    server { listen 127.0.0.1:PORT; root dist; include dist-hosts/nginx.conf; } }`,
  Caddyfile: `{
      admin off
    }
    http://127.0.0.1:PORT {
      root * dist
      import dist-hosts/Caddyfile
    }\n`,
};

let stack: RealStack;
let db: pg.Client;
let analytics: Service;

test.use({ launchOptions: { executablePath: chromiumPath(), args: chromiumArgs } });
test.describe.configure({ timeout: 600_000 });
test.beforeAll(async () => {
  stack = await startRealStack();
  db = new pg.Client(stack.postgres.urlOf('postgres'));
  await db.connect();
  analytics = await listen(({ method }, response) => {
    const json = { 'content-type': 'application/json' };
    response.writeHead(method === 'GET' ? 200 : 400, json).end('{}');
  });
});
test.afterAll(async () => {
  analytics.close();
  await db.end();
  await stack.stop();
});

for (const [name, host] of Object.entries(HOSTS)) {
  test(name, async ({ page }) => {
    const [program = ''] = host.command?.split(' ') ?? ['node'];
    test.skip(spawnSync('which', [program]).status !== 0, `${program} is not installed`);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const work = await mkdtemp(join(tmpdir(), 'hosts-'));
    const [first, next] = [join(work, 'first'), join(work, 'next')];
    const oldFiles = await build(first, host, port, 'phc_first');
    const newFiles = await build(next, host, port, 'phc_next');
    const gone = oldFiles.filter((path) => path.endsWith('.js') && !newFiles.includes(path));
    const signUpIsStored = async (n: number) => {
      const person = sampleSignUp(port * 10 + n);
      await signUp(page, person);
      const rows = async () =>
        (await db.query('select from public.waitlist where name = $1', [person.name])).rowCount;
      await expect.poll(rows, { timeout: 30_000 }).toBe(1);
    };

    let stop = await serve(first, host, port);
    try {
      const reported: string[] = [];
      for await (const { mark, what } of examine(new URL(url))) {
        if (mark === '✗') reported.push(what);
      }
      expect(reported).toEqual(host.reported ?? []);
      await page.goto(url);
      await signUpIsStored(1);

      // The next version, over an open page of a slow visitor who has not loaded all of its files.
      await page.goto(url);
      await stop();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Network.clearBrowserCache');
      stop = await serve(next, host, port);
      expect(await statusesOf(page, gone)).toEqual([404]);
      await signUpIsStored(2);

      // The first again: a browser that kept the 404 would still miss its files.
      await stop();
      stop = await serve(first, host, port);
      await page.reload();
      expect(await statusesOf(page, gone)).toEqual([200]);
      await signUpIsStored(3);
    } finally {
      await stop();
      await rm(work, { recursive: true, force: true });
    }
  });
}

/** Builds a version into a folder with what its host reads, and returns the paths of its files. */
async function build(
  folder: string,
  { HOSTING }: Host,
  port: number,
  key: string,
): Promise<string[]> {
  await buildLocalPage(join(folder, 'dist'), {
    VITE_SUPABASE_URL: new URL(stack.gateway.url).origin,
    VITE_SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
    VITE_POSTHOG_KEY: key,
    VITE_POSTHOG_HOST: '/ingest',
    POSTHOG_UPSTREAM: new URL(analytics.url).origin,
    ...(HOSTING && { HOSTING }),
  });
  if (HOSTING === 'vercel') await cp('.vercel/output', join(folder, 'vercel'), { recursive: true });
  await cp('wrangler.jsonc', join(folder, 'workers.jsonc'));
  for (const [file, content] of Object.entries(FILES)) {
    await writeFile(join(folder, file), content.replace('PORT', String(port)));
  }
  const info = await readFile(join(folder, 'dist/build.json'), 'utf8');
  return Object.keys(buildInfo.parse(JSON.parse(info)).files);
}

/** Starts the host with a version; returns what stops it. */
async function serve(
  folder: string,
  { command }: Host,
  port: number,
): Promise<() => Promise<void>> {
  if (!command) return serveVercelOutput(join(folder, 'vercel'), port);
  const child = spawn(command.replace('PORT', String(port)), {
    cwd: folder,
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
  throw new Error(`This does not start: ${command}`);
}

/** Serves Vercel's Build Output by its routes; returns what stops it. */
async function serveVercelOutput(folder: string, port: number): Promise<() => Promise<void>> {
  const config = await readFile(join(folder, 'config.json'), 'utf8');
  const { routes } = JSON.parse(config) as {
    routes: { src?: string; headers?: Record<string, string>; dest?: string; handle?: string }[];
  };
  const files = sirv(join(folder, 'static'), { extensions: [] });
  const notFound = await readFile(join(folder, 'static/404.html'));
  const server = createServer(async (request, response) => {
    for (const { src = '^$', headers, dest, handle } of routes) {
      // The routes after this one are for paths without a file.
      if (handle) break;
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      if (!pathname.match(src)) continue;
      response.setHeaders(new Headers(headers));
      if (dest) request.url = pathname.replace(new RegExp(src), dest);
    }
    if (!request.url?.startsWith('http')) {
      return files(request, response, () => void response.writeHead(404).end(notFound));
    }
    const { status, body } = await fetch(request.url, { method: request.method ?? 'GET' });
    response.writeHead(status).end(await new Response(body).text());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Requests the files from within the page, through the browser's cache. */
async function statusesOf(page: Page, paths: string[]): Promise<number[]> {
  const statuses = await page.evaluate(
    (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    paths,
  );
  return [...new Set(statuses)];
}
