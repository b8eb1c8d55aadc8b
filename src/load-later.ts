import { startAnalytics } from './analytics/analytics';
import { idle } from './lib/wait';
import { loadToaster } from './ui/show-toast';

const INTERESTS = ['scroll', 'focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 5000;
const IDLE_LIMIT_MS = 2000;

/**
 * Fetches what is not in the first download after the visitor's first interest or five seconds, when the browser is
 * idle: the toasts and then analytics, the largest part. Events that happen before are sent then, with the time at
 * which they happened.
 */
export async function loadLater(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const sign of INTERESTS) addEventListener(sign, () => resolve(), { once: true });
    setTimeout(resolve, QUIET_MS);
  });
  await idle(IDLE_LIMIT_MS);
  // After a failure the first toast loads them again.
  loadToaster().catch(() => {});
  await idle(IDLE_LIMIT_MS);
  startAnalytics();
}
