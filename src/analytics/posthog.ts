// The slim build has no autocapture, session recording, surveys, heatmaps, or feature flags.
import posthog from 'posthog-js/dist/module.slim';
import type { Send } from './events';
import { fetchRemoteConfig, type RemoteConfig } from './remote-config';

declare global {
  interface Window {
    /** Where the SDK looks for its remote configuration before it fetches one. */
    _POSTHOG_REMOTE_CONFIG?: Record<string, { config: RemoteConfig; siteApps: never[] }>;
  }
}

/**
 * Starts PostHog's SDK so that it sends only the page's own events and stores nothing on the device.
 * Without a remote configuration, events are sent all the same.
 *
 * @param host PostHog's address, or the proxy's path under the page's own origin
 * @param key the project's API key
 */
export async function startPostHog(key: string, host: string): Promise<Send> {
  try {
    const config = await fetchRemoteConfig(host, key);
    window._POSTHOG_REMOTE_CONFIG = { [key]: { config, siteApps: [] } };
  } catch (error) {
    console.warn("Analytics: PostHog's remote configuration was not fetched.", error);
  }

  posthog.init(key, {
    // The SDK takes a path for a relative address.
    api_host: new URL(host, window.location.href).href,
    persistence: 'memory',
    person_profiles: 'never',
    capture_pageview: false,
    advanced_disable_flags: true,
    disable_external_dependency_loading: true,
    // Click identifiers of advertisers.
    mask_personal_data_properties: true,
    before_send: (event) => event && { ...event, properties: withoutQueries(event.properties) },
  });

  // With a timestamp of its own, an event does not wait for a batch.
  return ({ name, properties, at }) => posthog.capture(name, properties, { timestamp: at });
}

/** Cuts query and fragment off every address: a link may contain personal data. */
function withoutQueries(properties: object): Record<string, unknown> {
  const cut = Object.entries(properties).map(([name, value]) =>
    /^[a-z-]+:\/\//.test(value) ? [name, value.replace(/[?#].*/s, '')] : [name, value],
  );
  return Object.fromEntries(cut);
}
