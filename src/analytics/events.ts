/** Why a sign-up is not confirmed. docs/analytics.md explains each reason. */
export type FailureReason = 'offline' | 'timeout' | 'network' | 'rate_limited' | 'refused' | 'server' | 'page_error';

/**
 * Every event that the page sends, with its properties. docs/analytics.md describes them. Addresses are sent without
 * query and fragment; the campaign parameters of a visit are properties of their own.
 */
export type AnalyticsEvents = {
  /**
   * A visitor opened a page. The names are PostHog's own, so that its web reports use them. The SDK itself would take
   * the address at the time of sending, not of the view.
   */
  $pageview: { $current_url: string; $host: string; $pathname: string };
  waitlist_form_started: Record<string, never>;
  /** The form refused a submit because of these fields, which are keys of the form. Their values are not sent. */
  waitlist_form_invalid: { fields: string[] };
  /** Exactly the agreed properties ("The events" in docs/product.md). */
  waitlist_signup: { name: string; has_email: boolean; has_phone: boolean; has_instagram: boolean };
  /** A sign-up is not confirmed. The status is that of the response, or 0 without one. */
  waitlist_signup_failed: { reason: FailureReason; status: number };
  waitlist_link_clicked: Record<string, never>;
  page_failed: { kind: 'hydration' | 'render' };
};

export type AnalyticsEvent = {
  [Name in keyof AnalyticsEvents]: { name: Name; properties: AnalyticsEvents[Name]; at: Date };
}[keyof AnalyticsEvents];

/** Sends one event to the analytics service. */
export type Send = (event: AnalyticsEvent) => void;
