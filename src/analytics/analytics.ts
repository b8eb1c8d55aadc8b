import { nextTask } from '../lib/next-task';
import type { AnalyticsEvent, AnalyticsEvents } from './events';
import { fetchRemoteConfig } from './remote-config';

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc; missing where a browser knows nothing of it. */
    readonly globalPrivacyControl?: boolean;
  }
}

type Settings = { key: string | undefined; host: string | undefined };

const waiting: AnalyticsEvent[] = [];
let send = (event: AnalyticsEvent): void => {
  waiting.push(event);
};

/**
 * Records an event. Never throws and never waits: until analytics is ready events are kept in
 * order, and when it is off they are dropped.
 */
export function capture<Name extends keyof AnalyticsEvents>(
  name: Name,
  properties: AnalyticsEvents[Name],
): void {
  deliver({ name, properties, at: new Date() } as AnalyticsEvent);
}

/**
 * Starts analytics: remote configuration first, then PostHog's SDK, then the events that waited.
 * Resolves in every case; what goes wrong is a warning on the console (docs/product.md, 5).
 */
export async function startAnalytics({ key, host }: Settings): Promise<void> {
  if (!key) return turnOff('VITE_POSTHOG_KEY is not set');
  if (!host) return turnOff('VITE_POSTHOG_HOST is not set');
  if (asksForPrivacy()) return turnOff('the browser asks not to be tracked');

  const config = await fetchRemoteConfig(host, key).catch((error: unknown) => {
    // Events can do without it; a visitor is not lost to the funnel for a busy server.
    warn('its configuration could not be fetched', error);
    return undefined;
  });

  try {
    const { startPostHog } = await import('./posthog');
    await nextTask();
    send = startPostHog(key, host, config);
  } catch (error) {
    return turnOff('PostHog did not start', error);
  }

  for (const event of waiting.splice(0)) deliver(event);
}

/** Do Not Track or Global Privacy Control. */
function asksForPrivacy(): boolean {
  return navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true;
}

function deliver(event: AnalyticsEvent): void {
  try {
    send(event);
  } catch (error) {
    warn('an event was not sent', error);
  }
}

function turnOff(reason: string, error?: unknown): void {
  send = () => {};
  waiting.length = 0;
  warn(`${reason}, so it is off`, error);
}

function warn(what: string, error?: unknown): void {
  console.warn(`Analytics: ${what}.`, ...(error === undefined ? [] : [error]));
}
