/**
 * Measures what a visitor waits for on a slow phone, beside the limit (the same page without its
 * scripts) and the baseline (the same sources as Vite builds them by itself), as Markdown. Ratios
 * hold on a noisy machine, milliseconds do not. `npm run bench`, with `-- --runs 1` for a first look.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { localPageEnv } from '../vite/local-page-env.ts';
import { hostPage, hostPostHog } from './bench/host.ts';
import { buildPage, buildPlain, stripScripts } from './bench/variants.ts';
import { type FirstVisit, firstVisit } from './bench/visit.ts';
import { chromiumArgs, chromiumPath } from './shared/chromium.ts';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs wants a number from 1 on.');

const postHog = await hostPostHog();
Object.assign(
  process.env,
  localPageEnv({ VITE_POSTHOG_KEY: 'phc_bench', VITE_POSTHOG_HOST: new URL(postHog.url).origin }),
);

const built = {
  page: await buildPage(),
  limit: await stripScripts(),
  baseline: await buildPlain(),
};
const backend = await startEmbeddedBackend('memory://');
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  // PostHog drops the events of a browser that says it is driven by a program.
  args: [...chromiumArgs, '--disable-blink-features=AutomationControlled'],
});

const variants = await Promise.all(
  Object.entries(built).map(async ([name, { dist, first, later }]) => {
    const { url } = await hostPage(dist, backend);
    return { name, url, first, later, visits: [] as FirstVisit[] };
  }),
);
for (let run = 0; run < runs; run += 1) {
  // In turns, so that the machine's noise meets all alike.
  for (const { url, visits } of variants) visits.push(await firstVisit(browser, url, run));
}

const FIGURES: Array<[title: string, figure: keyof FirstVisit]> = [
  ['first paint', 'firstPaint'],
  ['input seen', 'inputSeen'],
  ['press answered', 'pressAnswered'],
  ['app has taken over', 'tookOver'],
  ['told, if pressed at once', 'told'],
  ['slowest tap while loading', 'slowestTap'],
];
const rows = [
  ...FIGURES.map(([title, figure]) =>
    row(title, 'ms', (variant) => median(variant.visits.map((visit) => visit[figure]))),
  ),
  row('scripts, first download', 'kB', ({ first }) => first / 1000),
  row('scripts, later', 'kB', ({ later }) => later / 1000),
];
const header = ['', ...variants.map(({ name }) => name), 'page/limit', 'page/baseline'];
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ` +
    `Chromium ${browser.version()}, median of ${runs}:\n`,
);
for (const cells of [header, header.map(() => '---'), ...rows]) {
  console.log(`| ${cells.join(' | ')} |`);
}
// Said, because the embedded database leaves a code of its own.
process.exit(0);

function row(
  title: string,
  unit: string,
  figureOf: (variant: (typeof variants)[number]) => number,
): string[] {
  const figures = variants.map(figureOf);
  const [page = Number.NaN, ...others] = figures;
  return [
    title,
    ...figures.map((figure) => (figure > 0 ? `${Math.round(figure)} ${unit}` : '')),
    ...others.map((other) => (other > 0 && page > 0 ? `${(page / other).toFixed(2)}x` : '')),
  ];
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
