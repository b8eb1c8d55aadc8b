import { z } from 'zod';
import { type Answer, ask, jsonOf, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding } from './finding.ts';
import { mayCall } from './page.ts';

/** PostHog's remote configuration, which the page fetches before its first event. */
export async function checkAnalytics(page: Answer, config: URL | undefined): Promise<Finding[]> {
  const what = 'configuration answers';
  if (!config) {
    return [
      doubtful(
        what,
        'the page has no analytics',
        'Build with VITE_POSTHOG_KEY and VITE_POSTHOG_HOST, or the product team sees nothing.',
      ),
    ];
  }
  if (!mayCall(page, config)) {
    return [bad(what, `the policy forbids ${config.origin}`, 'Build and deploy dist/ anew.')];
  }
  const answer = await ask(config);
  return [
    check(
      answer.status === 200 && z.record(z.string(), z.unknown()).safeParse(jsonOf(answer)).success,
      what,
      `${config.href}: ${summaryOf(answer)}`,
      'Is VITE_POSTHOG_KEY the key of this region? With /ingest: is POSTHOG_UPSTREAM set?',
    ),
  ];
}
