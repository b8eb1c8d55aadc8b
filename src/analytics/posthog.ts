import posthog from 'posthog-js/dist/module.slim';
import type { AnalyticsEvent } from './events';
import type { RemoteConfig } from './remote-config';

declare global {
  interface Window {
    /** Where the SDK looks for a configuration before it fetches one. */
    _POSTHOG_REMOTE_CONFIG?: Record<string, { config: RemoteConfig; siteApps: never[] }>;
  }
}

/**
 * Starts PostHog's SDK so that it sends this page's events and nothing else: no recording of
 * clicks or screens, no script of its own, nothing stored on the device.
 *
 * @param config the remote configuration, or `undefined` to go without it
 * @returns what sends one event
 */
export function startPostHog(
  key: string,
  host: string,
  config: RemoteConfig | undefined,
): (event: AnalyticsEvent) => void {
  if (config) window._POSTHOG_REMOTE_CONFIG = { [key]: { config, siteApps: [] } };

  posthog.init(key, {
    // Absolute also for the proxy under the page's own origin.
    api_host: new URL(host, window.location.href).href,
    persistence: 'memory',
    respect_dnt: true,
    person_profiles: 'never',
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    capture_heatmaps: false,
    capture_performance: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    // Advertisers' click identifiers.
    mask_personal_data_properties: true,
    before_send: (event) => event && { ...event, properties: withoutQueries(event.properties) },
  });

  return ({ name, properties, at }) => {
    posthog.capture(name, properties, {
      timestamp: at,
      // The event that matters does not wait for a batch.
      send_instantly: name === 'waitlist_signup',
    });
  };
}

/** Cuts query and fragment off every address that the SDK adds: whoever made a link may have put anything in. */
function withoutQueries<Properties extends object>(properties: Properties): Properties {
  const cut = Object.entries(properties).map(([name, value]) =>
    name.startsWith('$') && typeof value === 'string' && URL.canParse(value)
      ? [name, value.replace(/[?#].*$/s, '')]
      : [name, value],
  );
  return Object.fromEntries(cut);
}
