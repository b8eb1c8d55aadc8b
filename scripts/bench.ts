/**
 * Measures what a visitor waits for on a slow phone (1.6 Mbit/s, 150 ms, CPU slowed four times), and
 * prints a Markdown table: `npm run bench [-- --runs 5 --typing 15 --beside name=folder]`.
 *
 * Every page is served over real TLS and HTTP/2 through a proxy that delays the line, its API on an
 * origin of its own. A page in another folder must be built with VITE_SUPABASE_URL at `API`. Needs
 * OpenSSL for the certificate. Compare the ratios: milliseconds depend on the machine.
 */
import { execSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { chromium, devices, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';
import { buildLocalPage } from '../vite/local-page-env.ts';
import { staticHost } from '../vite/static-host.ts';

const API = 'https://localhost:44300';
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1.6e6 / 8;
const CPU_SLOWDOWN = 4;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    typing: { type: 'string', default: '15' },
    beside: { type: 'string', multiple: true, default: [] },
  },
});
const work = await mkdtemp(join(tmpdir(), 'bench-'));
const certificate = makeCertificate();
const pin = createHash('sha256')
  .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('base64');

/** Between the submit and the response: a new connection takes two, a preflight and the save one each. */
let roundTrips = 0;
await serve(respondAsApi, Number(new URL(API).port), () => (roundTrips += 2));
const analytics = new URL(await serve(respondAsApi)).origin;
const folders = { gel: join(work, 'gel-built') };
await buildLocalPage(folders.gel, {
  VITE_SUPABASE_URL: API,
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_bench',
  VITE_POSTHOG_KEY: 'phc_bench',
  VITE_POSTHOG_HOST: analytics,
});
for (const beside of options.beside) {
  const [name = '', folder = ''] = beside.split('=');
  Object.assign(folders, { [name]: folder });
}
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    ...chromiumArgs,
    '--disable-blink-features=AutomationControlled',
    `--ignore-certificate-errors-spki-list=${pin}`,
  ],
});
const pages = await Promise.all(
  Object.entries(folders).map(async ([name, folder]) => {
    const { dist, size } = await compress(folder, join(work, name));
    return { name, url: await serve(staticHost(dist)), size, visits: [] as Figures[] };
  }),
);
for (let run = 0; run < Number(options.runs); run += 1) {
  // In turns, so that the machine's other work affects all alike.
  for (const { url, size, visits } of pages) {
    visits.push({ ...(await measure(url, run)), 'scripts, first download (kB)': size });
  }
}
printTable();
await browser.close();
await rm(work, { recursive: true });
process.exit(0);

function printTable(): void {
  const [gel, ...others] = pages;
  const header = ['', ...pages.map(({ name }) => name), ...others.map(({ name }) => `gel/${name}`)];
  const rows = Object.keys(gel?.visits[0] ?? {}).map((figure) => {
    const medians = pages.map(({ visits }) =>
      median(visits.flatMap((visit) => visit[figure] ?? [])),
    );
    const [own = NaN, ...rest] = medians;
    const cells = medians.map((value) => String(Math.round(value)));
    return [figure, ...cells, ...rest.map((value) => (own / value).toFixed(2))];
  });
  console.log(`${cpus().length} × ${cpus()[0]?.model}, median of ${options.runs}:\n`);
  for (const cells of [header, header.map(() => '---'), ...rows]) {
    console.log(`| ${cells.join(' | ')} |`);
  }
}

type Figures = Record<string, number>;

/** Visits a page with an empty cache for each group of figures. */
async function measure(url: string, run: number): Promise<Figures> {
  const atOnce = await visit(url, (page) => page.evaluate(submitWhenVisible, 0));
  const later = await visit(url, (page) => page.evaluate(submitWhenVisible, 4000));
  // Once, because it takes long.
  const typed = run === 0 && (await visit(url, typeAndSubmit));
  const slowestTap = await visit(url, async (page) => {
    await page.waitForTimeout((run % 5) * 50);
    for (let tap = 0; tap < 14; tap += 1) {
      void page.touchscreen.tap(200, 560);
      await page.waitForTimeout(250);
    }
    return page.evaluate(() => window.times.slowestTap);
  });
  return {
    'input visible (ms)': atOnce.inputVisible,
    'filled in and submitted at once: sent (ms)': atOnce.sent,
    'filled in and submitted at once: success (ms)': atOnce.success,
    'submitted four seconds later: success after (ms)': later.success - later.submitted,
    ...(typed && {
      [`submitted after ${options.typing} s of typing, one visit: success after (ms)`]:
        typed.success - typed.submitted,
      'the same in round trips': typed.roundTrips,
    }),
    'first paint (ms)': atOnce.firstPaint,
    'slowest tap while loading (ms)': slowestTap,
  };
}

async function visit<Result>(url: string, look: (page: Page) => Promise<Result>): Promise<Result> {
  // Each context has a cache and connections of its own.
  const context = await browser.newContext(devices['Pixel 7']);
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND / 2,
    });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    return await look(page);
  } finally {
    await context.close();
  }
}

async function typeAndSubmit(page: Page): Promise<Times & { roundTrips: number }> {
  const inputs = page.locator('form input');
  await inputs.first().waitFor();
  for (const input of await inputs.all()) {
    const isEmail = (await input.getAttribute('type')) === 'email';
    const text = isEmail ? 'robin@example.com' : '15550100';
    await input.tap();
    const delay = (Number(options.typing) * 1000) / (await inputs.count()) / text.length;
    await page.keyboard.type(text, { delay });
  }
  roundTrips = 0;
  await page.locator('form button[type=submit]').tap();
  return { ...(await page.evaluate(() => window.success)), roundTrips };
}

type Times = Record<
  'firstPaint' | 'inputVisible' | 'submitted' | 'sent' | 'success' | 'slowestTap',
  number
>;

declare global {
  interface Window {
    times: Times;
    success: Promise<Times>;
  }
}

/** Runs in the page before its scripts: records when things happen, in milliseconds. */
function observe(): void {
  const times = { firstPaint: NaN, inputVisible: NaN, slowestTap: 0 } as Times;
  window.times = times;
  new PerformanceObserver((list) => {
    times.firstPaint = list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  }).observe({ type: 'paint', buffered: true });
  const durationThreshold = 16;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime > times.firstPaint) times.slowestTap = Math.max(times.slowestTap, duration);
    }
  }).observe({ type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit);
  addEventListener('click', () => (times.submitted = performance.now()), { capture: true });

  const until = async (isTrue: () => unknown) => {
    while (!isTrue()) await new Promise(requestAnimationFrame);
    return performance.now();
  };
  const isVisible = (input: Element | null) => input?.checkVisibility({ opacityProperty: true });
  void until(() => times.firstPaint && isVisible(document.querySelector('form input'))).then(
    (now) => (times.inputVisible = now),
  );

  const { fetch } = window;
  window.success = new Promise((resolve) => {
    window.fetch = async (input, init) => {
      const isSave = init?.method === 'POST' && String(input).includes('/rest/v1/');
      if (!isSave) return fetch(input, init);
      times.sent = performance.now();
      const response = await fetch(input, init);
      // The success message of each page, when it is visible. gel's ticket does not count.
      const message = /You.(re on the list|ve been added|re in\.)/;
      void until(() => message.test(document.body.innerText)).then((success) =>
        resolve(Object.assign(times, { success })),
      );
      return response;
    };
  });
}

/** Runs in the page: fills in the form as soon as it is visible, and submits after a while. */
async function submitWhenVisible(wait: number): Promise<Times> {
  while (!window.times.inputVisible) await new Promise((resolve) => setTimeout(resolve, 10));
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const input of document.querySelectorAll('form input')) {
    setValue?.call(input, input.matches('[type=email]') ? 'robin@example.com' : '15550100');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, wait));
  document.querySelector<HTMLElement>('form button[type=submit]')?.click();
  return window.success;
}

function respondAsApi(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const { method, url, headers } = request;
  const { origin = '*', 'access-control-request-headers': wanted = '' } = headers;
  const isToTable = url?.startsWith('/rest/');
  const isSave = isToTable && method === 'POST';
  const isPreflight = isToTable && headers['access-control-request-method'] === 'POST';
  if (isSave || isPreflight) roundTrips += 1;
  response
    .writeHead(isSave ? 201 : 200, {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,HEAD,POST,OPTIONS',
      'access-control-allow-headers': wanted,
      'content-type': 'application/json',
    })
    .end(isSave ? '' : '{}');
}

/** Serves over TLS behind a delayed line. @returns the address */
async function serve(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
  onConnection = () => {},
): Promise<string> {
  const server = createSecureServer(
    { key: certificate, cert: certificate, allowHTTP1: true },
    listener as never,
  ).listen(0);
  await once(server, 'listening');
  const line = createServer((client) => {
    onConnection();
    const upstream = connect((server.address() as AddressInfo).port);
    // Opening the connection takes a round trip before the first byte.
    delay(client, upstream, performance.now() + ROUND_TRIP_MS);
    delay(upstream, client, 0);
  }).listen(port);
  await once(line, 'listening');
  return `https://localhost:${(line.address() as AddressInfo).port}/`;
}

function delay(from: Socket, to: Socket, opened: number): void {
  const late = (act: () => void) => {
    const now = performance.now();
    setTimeout(act, Math.max(now, opened) - now + ROUND_TRIP_MS / 2);
  };
  from.setNoDelay(true);
  from.on('data', (chunk) => late(() => to.writable && to.write(chunk)));
  from.on('close', () => late(() => to.end()));
  from.on('error', () => to.destroy());
}

/** A key and its certificate, in one text. */
function makeCertificate(): string {
  const command =
    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes ' +
    '-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2 -keyout - -out -';
  return execSync(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Copies a page, with what a host compresses compressed; adds up the scripts. */
async function compress(from: string, dist: string): Promise<{ dist: string; size: number }> {
  await mkdir(dist);
  // `staticHost` reads both; gel's own replace them.
  await writeFile(join(dist, '404.html'), '');
  await writeFile(join(dist, 'build.json'), '{ "headers": {}, "files": {}, "row": {} }');
  await cp(from, dist, { recursive: true });
  let size = 0;
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css|svg|webmanifest)$/.test(file)) continue;
    const compressed = brotliCompressSync(await readFile(join(dist, file)));
    await writeFile(join(dist, `${file}.br`), compressed);
    if (file.endsWith('.js') && !file.includes('later-')) size += compressed.length / 1000;
  }
  return { dist, size };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
