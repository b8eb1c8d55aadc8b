import { startAnalytics } from './analytics/analytics';
import { idle } from './lib/idle';
import { loadToaster } from './ui/show-toast';

const INTERESTS = ['scroll', 'focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 4000;
const IDLE_LIMIT_MS = 2000;

/**
 * Fetches, when the browser is idle, what is not in the first download: the toasts, and, after the
 * visitor's first interest or four seconds, analytics, the largest part. Events that happen before are sent
 * then, with the time at which they happened.
 */
export async function warmUp(): Promise<void> {
  const interest = new Promise<void>((resolve) => {
    for (const sign of INTERESTS) addEventListener(sign, () => resolve(), { once: true });
    setTimeout(resolve, QUIET_MS);
  });
  await idle(IDLE_LIMIT_MS);
  // After a failure the first toast loads them again.
  await loadToaster().catch(() => {});
  await interest;
  await idle(IDLE_LIMIT_MS);
  await startAnalytics();
}
