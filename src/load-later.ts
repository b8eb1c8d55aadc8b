import { startAnalytics } from './analytics/analytics';
import { idle } from './lib/wait';
import { loadToaster } from './ui/show-toast';

const INTERACTIONS = ['scroll', 'focusin', 'pointerdown', 'keydown'];
const QUIET_MS = 5000;
const IDLE_LIMIT_MS = 2000;

/**
 * Fetches what is not in the first download after the visitor's first interaction or five seconds, when the browser is
 * idle: the toasts and then analytics, the largest part. Events that happen before are sent then, with the time at
 * which they happened.
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
