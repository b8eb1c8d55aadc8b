import { startAnalytics } from './analytics/analytics';
import { loadToaster } from './ui/show-toast';
import { loadRepository } from './waitlist/use-join-waitlist';

/**
 * The one place that decides when what is not in the first download comes: when the browser is idle
 * after the page has loaded, or at the first sign of intent, whichever is sooner.
 */
export function warmUp(): void {
  const prepareSubmit = () => {
    for (const load of [loadRepository, loadToaster]) {
      // A failure here is none yet: the submit tries again and reports.
      load().catch(() => {});
    }
  };
  for (const intent of ['focusin', 'pointerdown', 'keydown']) {
    addEventListener(intent, prepareSubmit, { once: true, passive: true });
  }
  whenIdle(prepareSubmit);
  whenIdle(() => {
    void startAnalytics({
      key: import.meta.env.VITE_POSTHOG_KEY,
      host: import.meta.env.VITE_POSTHOG_HOST,
    });
  });
}

function whenIdle(callback: () => void): void {
  const wait = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: 4000 });
    else setTimeout(callback, 200);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
