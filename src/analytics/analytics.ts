import { env } from '../lib/env';
import { idle } from '../lib/idle';
import type { AnalyticsEvent, AnalyticsEvents, Send } from './events';

const waiting: AnalyticsEvent[] = [];
let send: Send = (event) => {
  waiting.push(event);
};

/**
 * Records an event. Never throws and never waits: the event is sent when the page is idle. Until the
 * provider has started, events are kept in order; if analytics is off, they are dropped.
 */
export function capture<Name extends keyof AnalyticsEvents>(name: Name, properties: AnalyticsEvents[Name]): void {
  const event = { name, properties, at: new Date() } as AnalyticsEvent;
  // Soon, because an event that is not sent when the page closes is lost.
  void idle(300).then(() => deliver(event));
}

/**
 * Starts the provider, and then sends the events that waited. Always resolves; every failure is a
 * warning on the console (docs/product.md, 4).
 */
export async function startAnalytics(): Promise<void> {
  const { posthogKey: key, posthogHost: host } = env;
  if (!key || !host) return turnOff('VITE_POSTHOG_KEY is not set');
  // https://w3c.github.io/gpc; not every browser has it.
  const hasControl = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl;
  if (navigator.doNotTrack === '1' || hasControl) {
    return turnOff('Do Not Track or Global Privacy Control is set');
  }

  try {
    const { startPostHog } = await import('./posthog');
    send = await startPostHog(key, host);
  } catch (error) {
    return turnOff('the provider did not start', error);
  }
  for (const event of waiting.splice(0)) deliver(event);
}

function deliver(event: AnalyticsEvent): void {
  try {
    send(event);
  } catch (error) {
    console.warn('Analytics: an event was not sent.', error);
  }
}

function turnOff(reason: string, ...error: unknown[]): void {
  send = () => {};
  waiting.length = 0;
  console.warn(`Analytics is off: ${reason}.`, ...error);
}
