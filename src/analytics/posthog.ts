// The slim build has no autocapture, session recording, surveys, heatmaps, or feature flags.
import posthog from 'posthog-js/dist/module.slim';
import * as z from 'zod/mini';
import type { Send } from './events';

// The rule is in "The events" of docs/product.md.
const RETRIED_STATUSES = [429, 500, 503, 504];
const TIME_LIMIT_MS = 60_000;

/** PostHog's settings for a project. Only the SDK reads them. */
const remoteConfig = z.record(z.string(), z.unknown());
type RemoteConfig = z.output<typeof remoteConfig>;

declare global {
  interface Window {
    /** Where the SDK looks for its remote configuration. */
    _POSTHOG_REMOTE_CONFIG?: Record<string, { config: RemoteConfig; siteApps: never[] }>;
  }
}

/**
 * Starts PostHog's SDK so that it sends only the page's own events and stores nothing on the device.
 * Without a remote configuration, events are sent all the same.
 *
 * @param key the project's API key
 * @param host PostHog's origin, or that of the team's managed reverse proxy
 */
export async function startPostHog(key: string, host: string): Promise<Send> {
  try {
    const config = await fetchRemoteConfig(`${host}/array/${key}/config`);
    window._POSTHOG_REMOTE_CONFIG = { [key]: { config, siteApps: [] } };
  } catch (error) {
    console.warn("Analytics: PostHog's remote configuration was not fetched.", error);
  }

  posthog.init(key, {
    api_host: host,
    persistence: 'memory',
    person_profiles: 'never',
    capture_pageview: false,
    advanced_disable_flags: true,
    disable_external_dependency_loading: true,
    // Click identifiers of advertisers.
    mask_personal_data_properties: true,
    before_send: (event) => event && { ...event, properties: withoutQueries(event.properties) },
  });

  // With options, here the timestamp, the SDK sends the event at once, and not in a batch.
  return ({ name, properties, at }) => posthog.capture(name, properties, { timestamp: at });
}

/**
 * Cuts query and fragment off every address, however deep, because a link may contain personal data. Removes what the
 * visitor has typed into a search engine, which the SDK takes from the query of the referrer.
 */
function withoutQueries(properties: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(properties), (name, value) => {
    if (name.endsWith('ph_keyword')) return undefined;
    return typeof value === 'string' ? value.replace(/^([a-z-]+:\/\/[^?#]*).*/s, '$1') : value;
  });
}

/**
 * Fetches the remote configuration, because the SDK itself does not retry. After a 429, 500, 503, or 504, it
 * retries for 60 s in all. The wait is random. It grows with each failure, and faster after a 503.
 *
 * @throws on any other status, a network error, or a response that is no object
 */
async function fetchRemoteConfig(address: string): Promise<RemoteConfig> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  // Without a limit, a response that never comes would hold back all events.
  const request = new AbortController();
  setTimeout(() => request.abort(), TIME_LIMIT_MS);

  for (let failures = 0; ; failures += 1) {
    const response = await fetch(address, { signal: request.signal });
    if (response.ok) return remoteConfig.parse(await response.json());

    const { status } = response;
    const factor = status === 503 ? 30 : 2;
    const wait = 1000 * factor ** failures * (0.5 + Math.random());
    if (!RETRIED_STATUSES.includes(status) || Date.now() + wait >= deadline) {
      throw new Error(`The server returned status ${status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
