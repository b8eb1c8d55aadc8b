/** Why a save failed, in words that name no personal data. */
export type SaveFailure =
  /** The device reports that it is offline. */
  | 'offline'
  /** No response within the time limit. */
  | 'timeout'
  /** The connection broke or was blocked. */
  | 'network'
  /** The sender reached the limit of an hour (429). */
  | 'rate_limited'
  /** The database or a proxy rejected it (another 4xx, or no stored row). */
  | 'refused'
  /** The service failed (5xx). */
  | 'server';

/**
 * Every event that the page sends, with its properties (docs/analytics.md). Addresses are sent
 * without query and fragment; the `utm_…` parameters of a visit are properties of their own.
 */
export type AnalyticsEvents = {
  /** A visitor opened a page. PostHog's own name, so that its web reports use it. */
  $pageview: { $current_url: string; title: string };
  /** The first edit of a field since the form was opened. */
  waitlist_form_started: Record<string, never>;
  /** The database has accepted a sign-up. These are exactly the specified properties. */
  waitlist_signup: { name: string; has_email: boolean; has_phone: boolean; has_instagram: boolean };
  /** A save failed, or the page itself did. */
  waitlist_signup_failed: { reason: SaveFailure | 'page' };
};

export type AnalyticsEvent = {
  [Name in keyof AnalyticsEvents]: { name: Name; properties: AnalyticsEvents[Name]; at: Date };
}[keyof AnalyticsEvents];

/** Sends one event: all that the page needs from a provider. */
export type Send = (event: AnalyticsEvent) => void;
