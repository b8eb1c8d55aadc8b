import { env } from '../lib/env';
import { idle } from '../lib/wait';
import type { AnalyticsEvent, AnalyticsEvents, Send } from './events';

/** Resolved by `startAnalytics`. */
let start: () => void;
const started = new Promise<void>((resolve) => {
  start = resolve;
});

/** Sends an event, once the provider has started. If it is off, events are dropped. */
const sender = started.then(startProvider).catch((error: unknown): Send => {
  console.warn('Analytics is off:', error);
  return () => {};
});

/** Starts the provider, which then gets the events so far. Every failure is a warning (docs/product.md, 4). */
export const startAnalytics = () => start();

/** Records an event. Never throws and never waits: it is sent in a task of its own, when the page is idle. */
export function capture<Name extends keyof AnalyticsEvents>(name: Name, properties: AnalyticsEvents[Name]): void {
  const event = { name, properties, at: new Date() } as AnalyticsEvent;
  void sender
    // Soon, because an event that is not sent when the page closes is lost.
    .then((send) => idle(300).then(() => send(event)))
    .catch((error) => console.warn('Analytics: an event was not sent.', error));
}

async function startProvider(): Promise<Send> {
  const { posthogKey: key, posthogHost: host } = env;
  if (!key || !host) throw new Error('VITE_POSTHOG_KEY is not set');
  // https://w3c.github.io/gpc; not every browser has it.
  const hasControl = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl;
  if (navigator.doNotTrack === '1' || hasControl) throw new Error('Do Not Track or Global Privacy Control is set');
  const { startPostHog } = await import('./posthog');
  return startPostHog(key, host);
}
