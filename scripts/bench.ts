/**
 * Measures what a visitor waits for on a slow phone, and prints medians in milliseconds: `npm run bench`.
 * To compare with another version, build it with VITE_SUPABASE_URL at `API`, and pass its folder:
 * `npm run bench -- /path/to/dist`. Compare only the ratios, because milliseconds depend on the machine.
 */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, devices } from '@playwright/test';
import sirv from 'sirv';
import { chromiumLaunchOptions } from '../e2e/environment.ts';
import { listen } from '../supabase/local/listen.ts';
import { buildLocalPage } from '../vite/build-page.ts';

const API = 'http://localhost:44300';
const RUNS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };

const work = resolve('node_modules/.cache/bench');
const settings = { VITE_SUPABASE_URL: API, VITE_SUPABASE_ANON_KEY: 'sb_publishable_bench' };
await buildLocalPage(join(work, 'gel'), settings);
const [beside] = process.argv.slice(2);
if (beside) await cp(beside, join(work, 'other'), { recursive: true });
for (const file of await readdir(work, { recursive: true })) {
  if (!/\.(html|js|css)$/.test(file)) continue;
  await writeFile(join(work, `${file}.br`), brotliCompressSync(await readFile(join(work, file))));
}
createServer(({ method }, response) => {
  const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
  response.writeHead(method === 'POST' ? 201 : 200, open).end();
}).listen(new URL(API).port);
const versions: { url: string; visits: Record<string, number>[] }[] = [];
for (const name of beside ? ['gel', 'other'] : ['gel'])
  versions.push({ visits: [], ...(await listen(sirv(join(work, name), { brotli: true }))) });
const browser = await chromium.launch(chromiumLaunchOptions());
for (let run = 0; run < RUNS; run += 1) {
  // In turns and in both orders, so that the machine's other work affects both alike.
  for (const { url, visits } of run % 2 ? versions.toReversed() : versions)
    visits.push(await visit(url));
}
const figures = Object.keys(versions[0]?.visits[0] ?? {}).map((figure) => {
  const [gel = NaN, other] = versions.map(({ visits }) => {
    const sorted = visits.map((visit) => visit[figure] ?? NaN).toSorted((a, b) => a - b);
    return Math.round(sorted[Math.floor(RUNS / 2)] ?? NaN);
  });
  return [figure, { gel, ...(other && { other, 'gel/other': (gel / other).toFixed(2) }) }];
});
console.table(Object.fromEntries(figures));
process.exit();

/** Visits a page with an empty cache: taps while it loads, and then signs up. */
async function visit(url: string): Promise<Record<string, number>> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'commit' });
  const measured = page.evaluate(measure);
  for (let tap = 0; tap < 14; tap += 1) {
    await page.touchscreen.tap(200, 560);
    await page.waitForTimeout(250);
  }
  await page.fill('[name=name]', 'Robin Example');
  await page.fill('[type=tel]', '+1 555 0100');
  await page.tap('[type=submit]');
  return measured.finally(() => context.close());
}

/** Runs in the page until the ticket, the words of the success, is visible. */
async function measure() {
  const visible = async (selector: string) => {
    while (!document.querySelector(selector)?.checkVisibility({ checkOpacity: true }))
      await new Promise(requestAnimationFrame);
    return performance.now();
  };
  let [pressed, sent, received, slowest] = [0, 0, 0, 0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slowest = Math.max(slowest, sent ? 0 : duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const tasks: PerformanceEntry[] = [];
  const taskObserver = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  taskObserver.observe({ type: 'longtask', buffered: true });
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (init?.method !== 'POST') return fetch(input, init);
    sent = performance.now();
    return fetch(input, init).finally(() => (received = performance.now()));
  };
  const inputVisible = await visible('form input');
  const hydrated = await visible('html[data-app=ready]');
  const success = await visible('.ticket');
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const beforeHydration = tasks
    .filter(({ startTime }) => painted && startTime > painted.startTime && startTime < hydrated)
    .map(({ duration }) => duration);
  return {
    'input visible': inputVisible,
    // Browsers report tasks of 50 ms and more: 0 means that there is none.
    'longest task before hydration': Math.max(0, ...beforeHydration),
    'slowest tap while loading': slowest,
    'press to request': sent - pressed,
    'response to words': success - received,
    'press to words': success - pressed,
  };
}
