import { settings } from '../lib/settings';
import type { AnalyticsEvent, AnalyticsEvents, Send } from './events';

/** Resolves to the function that sends an event, once PostHog has started. */
let postHog: Promise<Send> | undefined;

/**
 * Records an event. Never throws and never waits. The first event, which is the page view, starts PostHog's SDK. Events
 * that happen before it has started are sent afterwards, with their own times.
 */
export function capture<Name extends keyof AnalyticsEvents>(name: Name, properties: AnalyticsEvents[Name]): void {
  const event = { name, properties, at: new Date() } as AnalyticsEvent;
  postHog ??= startWhenIdle().catch((error: unknown) => {
    // A failure is only a warning ("The events" in docs/product.md), and the events are dropped.
    console.warn('Analytics is off:', error);
    return () => {};
  });
  void postHog
    .then((send) => send(event))
    .catch((error: unknown) => console.warn('Analytics: an event was not sent.', error));
}

/** Waits until the page is loaded and idle, because PostHog's SDK keeps a slow phone busy for 300 ms. */
async function startWhenIdle(): Promise<Send> {
  const { posthogKey: key, posthogHost: host } = settings;
  if (!key || !host) throw new Error('VITE_POSTHOG_KEY is not set');
  // Global Privacy Control (https://w3c.github.io/gpc) is not in every browser.
  const hasSignal = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl;
  if (navigator.doNotTrack === '1' || hasSignal) throw new Error('Do Not Track or Global Privacy Control is set');
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2000 });
    // Safari has no `requestIdleCallback`.
    else setTimeout(resolve, 200);
  });
  const { startPostHog } = await import('./posthog');
  return startPostHog(key, host);
}
