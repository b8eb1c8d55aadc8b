import lighthouse, { desktopConfig } from 'lighthouse';

/** Lighthouse's figures, in the order of the table. */
export const FIGURES = ['FCP', 'LCP', 'TBT', 'CLS', 'Speed Index'] as const;
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type FormFactor = 'mobile' | 'desktop';

export type Audit = Record<(typeof FIGURES)[number] | (typeof CATEGORIES)[number], number> & {
  /** Audits that cost points, with their category. */
  lost: string[];
};

const AUDIT_IDS: Record<(typeof FIGURES)[number], string> = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  'Speed Index': 'speed-index',
};

/**
 * One run of Lighthouse with its own network and CPU simulation.
 *
 * @param port where the browser listens for the DevTools protocol
 * @throws when a figure could not be measured
 */
export async function audit(url: string, formFactor: FormFactor, port: number): Promise<Audit> {
  const lhr = await run(url, formFactor, port);
  const measured = (name: string, value: number | null | undefined): [string, number] => {
    if (typeof value !== 'number') throw new Error(`Lighthouse did not measure ${name}.`);
    return [name, value];
  };
  const lost = CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} (${category})`),
  );
  return {
    ...Object.fromEntries([
      ...FIGURES.map((name) => measured(name, lhr.audits[AUDIT_IDS[name]]?.numericValue)),
      ...CATEGORIES.map((name) => measured(name, (lhr.categories[name]?.score ?? NaN) * 100)),
    ]),
    lost,
  } as Audit;
}

/** Lighthouse sometimes misses the start of its own trace; that says nothing about the page. */
async function run(url: string, formFactor: FormFactor, port: number, attempts = 3) {
  const result = await lighthouse(
    url,
    { port, logLevel: 'error', onlyCategories: [...CATEGORIES] },
    formFactor === 'desktop' ? desktopConfig : undefined,
  );
  const { lhr } = result ?? {};
  if (lhr && !lhr.runtimeError) return lhr;
  if (attempts > 1) return run(url, formFactor, port, attempts - 1);
  throw new Error(`Lighthouse: ${lhr?.runtimeError?.message}`);
}
