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
const [other] = process.argv.slice(2);
if (other) await cp(other, join(work, 'other'), { recursive: true });
for (const file of await readdir(work, { recursive: true })) {
  if (!/\.(html|js|css)$/.test(file)) continue;
  await writeFile(join(work, `${file}.br`), brotliCompressSync(await readFile(join(work, file))));
}
createServer(({ method }, response) => {
  const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
  response.writeHead(method === 'POST' ? 201 : 200, open).end();
}).listen(new URL(API).port);
const versions: { url: string; visits: Record<string, number>[] }[] = [];
for (const name of other ? ['gel', 'other'] : ['gel'])
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
  const entries: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  // Browsers report tasks of 50 ms and more: 0 means that there is none.
  observer.observe({ type: 'longtask', buffered: true });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  let pressed = 0;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const formVisible = await visible('form input');
  const formReady = await visible('html[data-app=ready]');
  const ticketVisible = await visible('.ticket');
  /** The longest task or tap from the first paint until the form is ready. */
  const longest = (type: string) => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const during = entries.filter(
      ({ entryType, startTime }) =>
        entryType === type && startTime > (painted?.startTime ?? 0) && startTime < formReady,
    );
    return Math.max(0, ...during.map(({ duration }) => duration));
  };
  return {
    'form visible': formVisible,
    'form ready': formReady,
    'longest task until then': longest('longtask'),
    'slowest tap until then': longest('event'),
    'press to ticket': ticketVisible - pressed,
  };
}
