import { z } from 'zod';
import type { BuildInfo } from '../../vite/build-info.ts';
import { ask, jsonOf, summaryOf } from './ask.ts';
import { check, doubtful, type Finding } from './finding.ts';

/** PostHog's remote configuration, which the page fetches before its first event. */
export async function checkAnalytics(page: URL, build: BuildInfo): Promise<Finding> {
  const what = 'configuration answers';
  const { VITE_POSTHOG_HOST: host, VITE_POSTHOG_KEY: key } = build;
  if (!host || !key) {
    const todo = 'Build with VITE_POSTHOG_KEY and _HOST, or the product team sees nothing.';
    return doubtful(what, 'the page has no analytics', todo);
  }
  const address = new URL(`${host}/array/${key}/config`, page);
  const answer = await ask(address);
  return check(
    answer.status === 200 && z.record(z.string(), z.unknown()).safeParse(jsonOf(answer)).success,
    what,
    `${address.href}: ${summaryOf(answer)}`,
    'Is VITE_POSTHOG_KEY the key of this region? With /ingest: is POSTHOG_UPSTREAM set?',
  );
}
