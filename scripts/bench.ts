/**
 * Measures what a visitor waits for on a slow phone, and prints medians in milliseconds: `npm run bench`.
 * Compare only ratios, because milliseconds depend on the machine: build another version with
 * `npx vite build --mode preview`, and pass its folder: `npm run bench -- /path/to/dist`.
 */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, devices } from '@playwright/test';
import sirv from 'sirv';
import { chromiumLaunchOptions } from '../e2e/chromium.ts';
import { listen } from '../supabase/listen.ts';
import { buildLocalPage } from '../vite/build-page.ts';

const RUNS = 5;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 1e5 };

const [otherDist] = process.argv.slice(2);
const gel = await serve('gel', (dist) => buildLocalPage(dist));
const other = otherDist && (await serve('other', (dist) => cp(otherDist, dist, { recursive: true })));
const versions = other ? [gel, other] : [gel];
const browser = await chromium.launch(chromiumLaunchOptions());
for (let run = 0; run < RUNS; run += 1) {
  // In turns and in both orders, so that the machine's other work affects both alike.
  for (const { origin, visits } of run % 2 ? versions.toReversed() : versions) visits.push(await visit(origin));
}
const figures = Object.keys(gel.visits[0] ?? {}).map((figure) => {
  const [gel = NaN, other] = versions.map(({ visits }) => {
    const sorted = visits.map((visit) => visit[figure] ?? NaN).toSorted((a, b) => a - b);
    return Math.round(sorted[Math.floor(RUNS / 2)] ?? NaN);
  });
  return [figure, { gel, ...(other && { other, 'gel/other': (gel / other).toFixed(2) }) }];
});
console.table(Object.fromEntries(figures));
process.exit();

/** Serves a version compressed, and accepts its sign-ups. */
async function serve(name: string, build: (dist: string) => Promise<void>) {
  const dist = `node_modules/.cache/bench/${name}`;
  await build(dist);
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css)$/.test(file)) continue;
    await writeFile(join(dist, `${file}.br`), brotliCompressSync(await readFile(join(dist, file))));
  }
  const files = sirv(dist, { brotli: true });
  const { origin } = await listen((request, response) => {
    if (request.method === 'POST') response.writeHead(201).end();
    else files(request, response);
  });
  return { origin, visits: [] as Record<string, number>[] };
}

/** Visits a page with an empty cache, and signs up. */
async function visit(url: string): Promise<Record<string, number>> {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'commit' });
  const measured = page.evaluate(measure);
  await page.waitForSelector('html[data-app=ready]');
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
  let pressed = 0;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  const formVisible = await visible('form input');
  const formReady = await visible('html[data-app=ready]');
  const inBetween = tasks.filter(({ startTime: at }) => at > formVisible && at < formReady);
  return {
    'form visible': formVisible,
    'form ready': formReady,
    // Browsers report tasks of 50 ms and more: 0 means that there is none.
    'longest task in between': Math.max(0, ...inBetween.map(({ duration }) => duration)),
    'press to ticket': (await visible('.ticket')) - pressed,
  };
}
