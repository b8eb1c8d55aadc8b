import { startAnalytics } from './analytics/analytics';
import { idle } from './lib/wait';
import { loadToaster } from './ui/show-toast';

const INTERACTIONS = ['scroll', 'focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 5000;
const IDLE_LIMIT_MS = 2000;

/**
 * Loads the toasts, and then analytics, which is the largest part. It starts at the visitor's first interaction or
 * after five seconds, and waits before each until the browser is idle. Analytics then sends the events so far, with the
 * times at which they happened.
 */
export async function loadLater(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const interaction of INTERACTIONS) addEventListener(interaction, () => resolve(), { once: true });
    setTimeout(resolve, QUIET_MS);
  });
  await idle(IDLE_LIMIT_MS);
  // If this fails, the first toast fails, too, and logs the error.
  loadToaster().catch(() => {});
  await idle(IDLE_LIMIT_MS);
  startAnalytics();
}
