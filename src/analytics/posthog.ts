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
    mask_personal_data_properties: true,
    custom_personal_data_properties: ['name', 'phone', 'phoneNumber', 'instagram', 'email'],
  });

  return ({ name, properties, at }) => {
    posthog.capture(name, properties, {
      timestamp: at,
      // The event that matters does not wait for a batch.
      send_instantly: name === 'waitlist_signup',
    });
  };
}
