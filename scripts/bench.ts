/**
 * Measures what a visitor waits for, beside the limit (the same page without its scripts) and the
 * baseline (the same sources as Vite builds them by itself), as Markdown. Ratios hold on a noisy
 * machine, milliseconds do not. `npm run bench`, with `-- --runs 1` for a first look, with
 * `-- --lighthouse` for Lighthouse's opinion too.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { localPageEnv } from '../build/local-page-env.ts';
import { startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { hostPage, hostPostHog } from './bench/host.ts';
import { audit } from './bench/lighthouse.ts';
import { buildPage, buildPlain, stripScripts } from './bench/variants.ts';
import { type FirstVisit, firstVisit, warmedPress } from './bench/visit.ts';
import { chromiumArgs, chromiumPath } from './shared/chromium.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    lighthouse: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs wants a number from 1 on.');

const postHog = await hostPostHog();
Object.assign(
  process.env,
  localPageEnv({
    VITE_POSTHOG_KEY: 'phc_bench',
    VITE_POSTHOG_HOST: new URL(postHog.url).origin,
  }),
);

const variants = {
  page: await buildPage(),
  limit: await stripScripts(),
  baseline: await buildPlain(),
};
type Name = keyof typeof variants;
const names = Object.keys(variants) as Name[];

const backend = await startEmbeddedBackend('memory://');
const urls = {} as Record<Name, string>;
for (const name of names) urls[name] = (await hostPage(variants[name].dist, backend)).url;
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  // PostHog drops the events of a browser that says it is driven by a program.
  args: [...chromiumArgs, '--disable-blink-features=AutomationControlled'],
});

const day = new Date().toISOString().slice(0, 10);
console.log(`${day}, ${cpus().length} × ${cpus()[0]?.model}, Chromium ${browser.version()}.`);
await printFirstVisits();
printScripts();
await printPresses();
if (options.lighthouse) await printLighthouse();
process.exit();

async function printFirstVisits(): Promise<void> {
  const visits = await interleave((name, run) => firstVisit(browser, urls[name], run));
  const rows: Array<[title: string, figure: keyof FirstVisit]> = [
    ['first paint', 'firstPaint'],
    ['input seen', 'inputSeen'],
    ['press that counts', 'press'],
    ['slowest tap while loading', 'slowestTap'],
  ];
  printComparison(
    `Slow phone (1.6 Mbit/s, 150 ms, CPU slowed four times), median of ${runs}`,
    rows.map(([title, figure]) => [title, medians(visits, (visit) => visit[figure])]),
    milliseconds,
  );
}

function printScripts(): void {
  const bytes = (part: 'first' | 'later') =>
    ({ page: variants.page[part], limit: 0, baseline: variants.baseline[part] }) as const;
  printComparison(
    'Scripts, Brotli',
    [
      ['first download', bytes('first')],
      ['later', bytes('later')],
    ],
    (size) => `${(size / 1000).toFixed(0)} kB`,
  );
}

async function printPresses(): Promise<void> {
  const rows: string[][] = [];
  for (const device of ['slow phone', 'this machine'] as const) {
    // The first rows meet an empty database and uncompiled code.
    await warmedPress(browser, urls.page, device, true);
    const presses = [];
    for (let run = 0; run < runs; run += 1) {
      presses.push(await warmedPress(browser, urls.page, device, run % 2 === 0));
    }
    const [toast, insert] = [
      median(presses.map((press) => press.toast)),
      median(presses.map((press) => press.insert)),
    ];
    rows.push([device, milliseconds(toast), milliseconds(insert), ratio(toast, insert)]);
  }
  printTable(`Press to toast when all has come, median of ${runs}`, [
    ['', 'press to toast', 'bare insert', 'ratio'],
    ...rows,
  ]);
}

async function printLighthouse(): Promise<void> {
  const audits = await interleave((name) => audit(urls[name]));
  const figures = Object.keys(audits.page[0] ?? {});
  printComparison(
    `Lighthouse, mobile, median of ${runs}`,
    figures.map((figure) => [figure, medians(audits, (measured) => measured[figure] ?? NaN)]),
    (value) => String(Number(value.toFixed(value < 1 ? 3 : 0))),
  );
}

/** Measures the variants in turn, so that the machine's noise meets all alike. */
async function interleave<T>(
  measure: (name: Name, run: number) => Promise<T>,
): Promise<Record<Name, T[]>> {
  const measured: Record<Name, T[]> = { page: [], limit: [], baseline: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) measured[name].push(await measure(name, run));
  }
  return measured;
}

function medians<T>(measured: Record<Name, T[]>, figure: (one: T) => number): Record<Name, number> {
  return {
    page: median(measured.page.map(figure)),
    limit: median(measured.limit.map(figure)),
    baseline: median(measured.baseline.map(figure)),
  };
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function printComparison(
  title: string,
  rows: Array<[title: string, figures: Record<Name, number>]>,
  format: (value: number) => string,
): void {
  printTable(title, [
    ['', ...names, 'page/limit', 'page/baseline'],
    ...rows.map(([row, { page, limit, baseline }]) => [
      row,
      ...[page, limit, baseline].map((value) => (Number.isNaN(value) ? '' : format(value))),
      ratio(page, limit),
      ratio(page, baseline),
    ]),
  ]);
}

function printTable(title: string, [header = [], ...rows]: string[][]): void {
  const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  console.log(`\n${title}:\n\n${lines.join('\n')}`);
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}

function ratio(ours: number, theirs: number): string {
  const times = ours / theirs;
  return Number.isFinite(times) ? `${times.toFixed(2)}x` : '';
}
