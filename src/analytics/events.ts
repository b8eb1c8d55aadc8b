// biome-ignore lint/style/noRestrictedImports: a type alone; the failures are the waitlist's to name.
import type { SignUpFailure } from '../waitlist/save-error';

/** Every event the page sends, with its properties: the product team's catalogue. */
export type AnalyticsEvents = {
  /** A page was looked at. PostHog's own name, so that its web reports understand it. */
  $pageview: {
    /** The address without its query: what visitors type never travels in it. */
    $current_url: string;
    title: string;
  };
  /** The first edit of any field, once per visit. */
  waitlist_form_started: Record<string, never>;
  /** A row is stored (specification, section 7: exactly these four). */
  waitlist_signup: {
    name: string;
    has_email: boolean;
    has_phone: boolean;
    has_instagram: boolean;
  };
  /** The visitor saw the failure toast. */
  waitlist_signup_failed: {
    reason: SignUpFailure;
  };
};

export type AnalyticsEvent = {
  [Name in keyof AnalyticsEvents]: { name: Name; properties: AnalyticsEvents[Name]; at: Date };
}[keyof AnalyticsEvents];
