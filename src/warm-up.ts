import { startAnalytics } from './analytics/analytics';
import { env } from './lib/env';
import { loadToaster } from './ui/show-toast';
import { loadRepository } from './waitlist/use-join-waitlist';

const INTENTS = ['focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 4000;
/** What the submit needs, which tries again and reports: a failure here is none yet. */
const PARTS = [loadToaster, loadRepository];

/**
 * Fetches what is not in the first download: when the browser is idle after the page has loaded, or
 * at the first sign of intent, whichever is sooner.
 */
export function warmUp(): void {
  const prepareSubmit = () => {
    for (const load of PARTS) load().catch(() => {});
  };
  for (const intent of INTENTS) {
    addEventListener(intent, prepareSubmit, { once: true, passive: true });
  }
  // Who is in a field has shown it before there was anyone to see.
  if (document.activeElement instanceof HTMLInputElement) prepareSubmit();
  void warmUpWhenIdle();
}

/** One part in one idle moment, so that a tap is never far from being answered. */
async function warmUpWhenIdle(): Promise<void> {
  const interest = interestOrQuiet();
  for (const load of PARTS) {
    await idle();
    await load().catch(() => {});
  }
  // The largest part, for which no visitor waits. Events keep the time at which they happened.
  await interest;
  await idle();
  await startAnalytics({ key: env.posthogKey, host: env.posthogHost });
}

/** Resolves when the visitor first scrolls, touches or types, or has looked on for a while. */
function interestOrQuiet(): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of [...INTENTS, 'scroll']) {
      addEventListener(sign, () => resolve(), { once: true, passive: true });
    }
    setTimeout(resolve, QUIET_MS);
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
