import { settings } from '../lib/settings';
import type { AnalyticsEvent, AnalyticsEvents, Send } from './events';

/** How long a busy page may delay the start. */
const IDLE_LIMIT_MS = 2000;

/** Resolves to the function that sends an event, once PostHog has started. */
let provider: Promise<Send> | undefined;

/**
 * Records an event. Never throws and never waits. The first event, which is the page view, starts the provider. The
 * events until then are sent with the times at which they happened.
 */
export function capture<Name extends keyof AnalyticsEvents>(name: Name, properties: AnalyticsEvents[Name]): void {
  const event = { name, properties, at: new Date() } as AnalyticsEvent;
  provider ??= startProvider().catch((error: unknown) => {
    // A failure is only a warning ("The events" in docs/product.md), and the events are dropped.
    console.warn('Analytics is off:', error);
    return () => {};
  });
  void provider
    .then((send) => send(event))
    .catch((error: unknown) => console.warn('Analytics: an event was not sent.', error));
}

/** Waits until the page is loaded and idle, because PostHog's SDK keeps a slow phone busy for 300 ms. */
async function startProvider(): Promise<Send> {
  const { posthogKey: key, posthogHost: host } = settings;
  if (!key || !host) throw new Error('VITE_POSTHOG_KEY is not set');
  // Global Privacy Control (https://w3c.github.io/gpc) is not in every browser.
  const hasSignal = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl;
  if (navigator.doNotTrack === '1' || hasSignal) throw new Error('Do Not Track or Global Privacy Control is set');
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: IDLE_LIMIT_MS });
    // Safari has no `requestIdleCallback`.
    else setTimeout(resolve, 200);
  });
  const { startPostHog } = await import('./posthog');
  return startPostHog(key, host);
}
