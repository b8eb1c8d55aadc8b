/**
 * Measures what a visitor waits for, and prints it beside the limit (the same page without its
 * scripts) and the baseline (the same sources, all in the first download). Ratios hold on a noisy
 * machine, milliseconds do not. `npm run bench`, or `npm run bench -- --runs 1` for a first look.
 */
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { freePort } from '../supabase/local/listen.ts';
import { hostPage, hostPostHog } from './bench/host.ts';
import { impatientVisit, type Journey, warmedVisit } from './bench/journey.ts';
import { type Audit, audit, CATEGORIES, FIGURES, type FormFactor } from './bench/lighthouse.ts';
import { timeBuild, timeDevServer } from './bench/tooling.ts';
import { buildEager, buildPage, type Script, stripScripts } from './bench/variants.ts';
import { chromiumArgs, chromiumPath } from './shared/chromium.ts';
import { toTable } from './shared/table.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);

const postHog = await hostPostHog();
Object.assign(process.env, {
  // The embedded backend, whatever a developer's .env says, and forgotten afterwards.
  VITE_SUPABASE_URL: '',
  VITE_SUPABASE_ANON_KEY: '',
  EMBEDDED_DATA_DIR: 'memory://',
  VITE_POSTHOG_KEY: 'phc_bench',
  VITE_POSTHOG_HOST: new URL(postHog.url).origin,
  LITE_TELEMETRY: '0',
});

const page = await buildPage();
const variants = {
  page,
  limit: await stripScripts(page),
  baseline: await buildEager(page),
};
type Name = keyof typeof variants;
const names = Object.keys(variants) as Name[];

const backend = await startEmbeddedBackend('memory://');
const hosts = {
  page: await hostPage(variants.page.dist, backend),
  limit: await hostPage(variants.limit.dist, backend),
  baseline: await hostPage(variants.baseline.dist, backend),
};

const debuggingPort = await freePort();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    ...chromiumArgs,
    `--remote-debugging-port=${debuggingPort}`,
    // PostHog drops the events of a browser that says it is driven by a program.
    '--disable-blink-features=AutomationControlled',
  ],
});

printScript(variants.page.script, variants.baseline.script);
await compareWithLighthouse();
await timeJourneys(browser);
await browser.close();
for (const { close } of [...Object.values(hosts), postHog]) close();
await backend.close();
await timeTooling();
process.exit();

async function compareWithLighthouse(): Promise<void> {
  const formFactors: FormFactor[] = ['mobile', 'desktop'];
  const audits = { mobile: collector<Audit>(), desktop: collector<Audit>() };
  for (let run = 0; run < runs; run += 1) {
    // In turn, so that the machine's noise meets all alike.
    for (const formFactor of formFactors) {
      for (const name of names) {
        audits[formFactor][name].push(await audit(hosts[name].url, formFactor, debuggingPort));
      }
    }
  }

  for (const formFactor of formFactors) {
    const of = (name: Name, figure: (typeof FIGURES)[number] | (typeof CATEGORIES)[number]) =>
      median(audits[formFactor][name].map((measured) => measured[figure]));
    const format = (figure: (typeof FIGURES)[number], value: number) =>
      figure === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`;

    const compared = (name: Name) =>
      FIGURES.map((figure) => {
        const [ours, theirs] = [of('page', figure), of(name, figure)];
        // Blocking time may be 0, and 2 ms against 1 ms is not twice as bad.
        if (figure === 'CLS' || figure === 'TBT') return signed(ours - theirs, figure === 'CLS');
        return ratio(ours, theirs);
      });
    printTable(`Lighthouse, ${formFactor}: median of ${runs}`, [
      ['', ...FIGURES, 'Perf.', 'A11y', 'Best pr.', 'SEO'],
      ['page against limit', ...compared('limit')],
      ['page against baseline', ...compared('baseline')],
      ...names.map((name) => [
        name,
        ...FIGURES.map((figure) => format(figure, of(name, figure))),
        ...CATEGORIES.map((category) => String(Math.round(of(name, category)))),
      ]),
    ]);
    const lost = new Set(audits[formFactor].page.flatMap((measured) => measured.lost));
    console.log(`\nThe page lost points by: ${[...lost].join(', ') || 'nothing'}.`);
  }
}

async function timeJourneys(browser: Browser): Promise<void> {
  const impatient = { page: [] as Journey[], baseline: [] as Journey[] };
  const warmed = { slow: [] as Journey[], unthrottled: [] as Journey[] };
  // The first rows meet an empty database and uncompiled code.
  await warmedVisit(browser, hosts.page.url, 'unthrottled', true);
  for (let run = 0; run < runs; run += 1) {
    impatient.page.push(await impatientVisit(browser, hosts.page.url));
    impatient.baseline.push(await impatientVisit(browser, hosts.baseline.url));
    for (const conditions of ['slow', 'unthrottled'] as const) {
      const insertFirst = run % 2 === 0;
      warmed[conditions].push(await warmedVisit(browser, hosts.page.url, conditions, insertFirst));
    }
  }

  const ready = (journeys: Journey[]) => median(journeys.map((journey) => journey.ready));
  const presses = (label: string, journeys: Journey[]) => {
    const toast = median(journeys.map((journey) => journey.toast));
    const insert = median(journeys.map((journey) => journey.insert));
    const more = median(journeys.map((journey) => journey.toast - journey.insert));
    return [label, ratio(toast, insert), `${signed(more)} ms`, ms(toast), ms(insert)];
  };
  printTable(`Form ready on slow 4G with 4x CPU: median of ${runs}`, [
    ['', 'Against baseline', 'Page', 'Baseline'],
    [
      'Navigation to a press that counts',
      ratio(ready(impatient.page), ready(impatient.baseline)),
      ms(ready(impatient.page)),
      ms(ready(impatient.baseline)),
    ],
  ]);
  printTable(`Press to toast: median of ${runs}`, [
    ['', 'Against insert', 'More', 'Press to toast', 'Bare insert'],
    presses('Warmed, slow 4G with 4x CPU', warmed.slow),
    presses('Warmed, unthrottled', warmed.unthrottled),
    presses('First moment, slow 4G with 4x CPU', impatient.page),
    presses('The same, baseline', impatient.baseline),
  ]);
}

async function timeTooling(): Promise<void> {
  const builds: number[] = [];
  const starts: Array<{ page: number; database: number }> = [];
  for (let run = 0; run < Math.min(runs, 3); run += 1) {
    builds.push(await timeBuild());
    starts.push(await timeDevServer(await freePort()));
  }
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  printTable(`Tools: median of ${builds.length}`, [
    ['', 'From process start'],
    ['Build', seconds(median(builds))],
    ['Dev server, nothing pre-bundled: page', seconds(median(starts.map(({ page }) => page)))],
    ['The same: first answer of the database', seconds(median(starts.map((s) => s.database)))],
  ]);
}

function printScript({ first, later }: Script, { first: eager }: Script): void {
  const libraries = [...new Set([...first.keys(), ...later.keys()])];
  const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((a, b) => a + b, 0);
  const kB = (bytes = 0) => (bytes ? `${(bytes / 1000).toFixed(1)} kB` : '');
  const weight = (library: string) => (first.get(library) ?? 0) * 1000 + (later.get(library) ?? 0);

  printTable('Script, Brotli', [
    ['', 'With the document', 'When idle or at first intent'],
    ['page against baseline', ratio(sum(first), sum(eager)), ''],
    ['page', kB(sum(first)), kB(sum(later))],
    ['baseline', kB(sum(eager)), ''],
    ...libraries
      .sort((a, b) => weight(b) - weight(a))
      .map((library) => [`  ${library}`, kB(first.get(library)), kB(later.get(library))]),
  ]);
}

function collector<T>(): Record<Name, T[]> {
  return { page: [], limit: [], baseline: [] };
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.');
  return (low + high) / 2;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function ratio(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(2)}x`;
}

function signed(value: number, precise = false): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(precise ? 3 : 0)}`;
}

function printTable(title: string, [header = [], ...rows]: string[][]): void {
  console.log(`\n${title}\n\n${toTable(header, rows)}`);
}
