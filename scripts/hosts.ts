/**
 * Deploys the page on each host's own emulator, with PostgreSQL and PostgREST behind it: `npm run
 * hosts`. On each: build, doctor, sign-up, the next version over an open page, back to the last one.
 * Prints a table. Downloads the emulators by npx; nginx and Caddy take part if they are installed.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { FIELD_KEYS, FIELDS, sampleSignUp } from '../src/waitlist/waitlist-fields.ts';
import { freePort, listen } from '../supabase/local/listen.ts';
import { PUBLISHABLE_KEY, startRealStack } from '../supabase/local/real-stack.ts';
import { localPageEnv } from '../vite/local-page-env.ts';
import { examine } from './doctor/examine.ts';
import { passOn } from './hosts/pass-on.ts';
import { serveVercelOutput } from './hosts/vercel.ts';

const WRANGLER = 'npx --yes wrangler@4.86.0';
const work = await mkdtemp(join(tmpdir(), 'hosts-'));

/** What each build is for, and the command that serves `dist` in the work folder. */
const HOSTS: Record<string, { hosting: string; command: (port: number) => string }> = {
  Netlify: {
    hosting: 'netlify',
    command: (port) =>
      `npx --yes netlify-cli@26.2.0 dev --dir dist --offline --no-open --internal-disable-edge-functions --port ${port}`,
  },
  'Cloudflare Pages': {
    hosting: 'cloudflare',
    command: (port) => `${WRANGLER} pages dev dist --ip 127.0.0.1 --port ${port}`,
  },
  'Cloudflare Workers': {
    hosting: 'cloudflare',
    command: (port) => `${WRANGLER} dev --config wrangler.jsonc --ip 127.0.0.1 --port ${port}`,
  },
  Vercel: { hosting: 'vercel', command: () => '' },
  nginx: {
    hosting: '',
    command: (port) =>
      `nginx -p ${work} -e stderr -g 'user root; daemon off;' -c nginx-${port}.conf`,
  },
  Caddy: {
    hosting: '',
    command: (port) => `caddy run --adapter caddyfile --config Caddyfile-${port}`,
  },
};

const stack = await startRealStack();
const db = new pg.Client(stack.postgres.urlOf('postgres'));
await db.connect();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const postHog = await listen((received, response) => {
  response.writeHead(received.method === 'GET' ? 200 : 400, { 'content-type': 'application/json' });
  response.end('{}');
});
const rows = ['| host | doctor | sign-up | open page, next version | rolled back |', '|-|-|-|-|-|'];
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
  postHog.close();
  await stack.stop();
  await rm(work, { recursive: true, force: true });
}

async function tryHost({ hosting, command }: (typeof HOSTS)[string]): Promise<string[]> {
  await build('v1', hosting, 'phc_first');
  await build('v2', hosting, 'phc_next');
  const port = await freePort();
  let held = Promise.resolve();
  // In front of the host, so that the page's origin stays and a request can wait for a deployment.
  const front = await listen(async (received, response) => {
    if (received.url?.includes('/later-')) await held;
    passOn(new URL(received.url ?? '/', `http://127.0.0.1:${port}`), received, response);
  });
  let stop = async () => {};
  const deploy = async (version: string) => {
    await stop();
    stop = await serve(version, hosting, command(port), port);
  };
  try {
    await deploy('v1');
    const failures: string[] = [];
    for await (const { mark, what } of examine(new URL(front.url))) {
      if (mark === '✗') failures.push(what);
    }
    const doctor = failures.length > 0 ? `fails: ${failures.join(', ')}` : 'passes';

    const results = [await signUp(await openPage(front.url))];

    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const open = await openPage(front.url);
    await deploy('v2');
    release();
    results.push(await signUp(open));
    await deploy('v1');
    await open.reload();
    results.push(await signUp(open));
    return [doctor, ...results];
  } finally {
    await stop();
    front.close();
  }
}

async function build(version: string, hosting: string, key: string): Promise<void> {
  const dist = join(work, version);
  const env = localPageEnv({
    VITE_SUPABASE_URL: new URL(stack.gateway.url).origin,
    VITE_SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
    VITE_POSTHOG_KEY: key,
    VITE_POSTHOG_HOST: '/ingest',
    POSTHOG_UPSTREAM: new URL(postHog.url).origin,
  });
  await promisify(execFile)('npx', ['vite', 'build', '--outDir', dist, '--emptyOutDir'], {
    env: { ...process.env, ...env, HOSTING: hosting },
  });
  if (hosting === 'vercel')
    await cp('.vercel/output', join(work, `${version}-vercel`), { recursive: true });
}

/** Puts a version in place and starts the host; returns what stops it. */
async function serve(version: string, hosting: string, command: string, port: number) {
  if (hosting === 'vercel') return serveVercelOutput(join(work, `${version}-vercel`), port);
  for (const suffix of ['', '-hosts']) {
    await rm(join(work, `dist${suffix}`), { recursive: true, force: true });
    await cp(join(work, version + suffix), join(work, `dist${suffix}`), { recursive: true });
  }
  await cp('wrangler.jsonc', join(work, 'wrangler.jsonc'));
  await writeFile(
    join(work, `nginx-${port}.conf`),
    `pid nginx.pid; events {} http { include /etc/nginx/mime.types; access_log off; server {
      listen 127.0.0.1:${port}; root ${work}/dist; include ${work}/dist-hosts/nginx.conf; } }`,
  );
  await writeFile(
    join(work, `Caddyfile-${port}`),
    `{\n  admin off\n}\nhttp://127.0.0.1:${port} {\n  root * ${work}/dist\n  import ${work}/dist-hosts/Caddyfile\n}\n`,
  );
  const child = spawn(command, {
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

async function openPage(url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

/** Fills in the form and presses the button; returns "stored", or what the page shows instead. */
async function signUp(page: Page): Promise<string> {
  const person = sampleSignUp(++people);
  for (const key of FIELD_KEYS) await page.getByLabel(FIELDS[key].control.label).fill(person[key]);
  await page.locator('form [type=submit]').click();
  const notice = page.locator('form').getByText('Not saved yet').first();
  // Longer than the page itself tries.
  for (let tries = 0; tries < 300; tries++) {
    const { rowCount } = await db.query('select from public.waitlist where name = $1', [
      person.name,
    ]);
    if (rowCount === 1) return 'stored';
    if (await notice.isVisible()) return `"${await notice.textContent()}"`;
    await page.waitForTimeout(100);
  }
  return 'nothing';
}
