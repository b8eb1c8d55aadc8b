import { startAnalytics } from './analytics/analytics';
import { idle } from './lib/next-task';
import { loadToaster } from './ui/show-toast';

const INTENTS = ['focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 4000;
const IDLE_LIMIT_MS = 2000;

/**
 * Fetches what is not in the first download. The toasts: when the browser is idle, or at the first
 * sign of intent, whichever is sooner. Analytics, the largest part, after that: no visitor waits for
 * it, and events keep the time at which they happened.
 */
export async function warmUp(): Promise<void> {
  const interest = interestOrQuiet();
  const isUsed = document.documentElement.dataset.submit || document.activeElement?.closest('form');
  await Promise.race([idle(IDLE_LIMIT_MS), isUsed || intent()]);
  // A failure here is none yet: a message that is shown loads them again.
  await loadToaster().catch(() => {});
  await interest;
  await idle(IDLE_LIMIT_MS);
  await startAnalytics();
}

/** Resolves when the visitor first scrolls, touches or types, or after a while. */
function interestOrQuiet(): Promise<void> {
  return Promise.race([intent('scroll'), new Promise<void>((r) => setTimeout(r, QUIET_MS))]);
}

function intent(...more: string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const sign of [...INTENTS, ...more]) {
      addEventListener(sign, () => resolve(), { once: true, passive: true });
    }
  });
}
