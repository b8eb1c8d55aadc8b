import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromiumArgs, chromiumPath } from '../shared/chromium.ts';

/** 150 MB: fetched when asked for, pinned to the last version that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

const FIGURES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const report = z.object({
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
  categories: z.record(z.string(), z.object({ score: z.number() })),
});

/** One run of Lighthouse with its own simulation: a figure or a score by its name. */
export async function audit(url: string): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES}`,
    ].concat(`--chrome-flags=--headless=new ${chromiumArgs.join(' ')}`),
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 2 ** 26 },
  );
  const { audits, categories } = report.parse(JSON.parse(stdout));
  return Object.fromEntries([
    ...Object.entries(FIGURES).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN]),
    ...CATEGORIES.map((name) => [name, (categories[name]?.score ?? Number.NaN) * 100]),
  ]);
}
