import type { SignUpFailure } from '../waitlist/save-error';

/**
 * Every event the page sends, with its properties: the product team's catalogue. No address in any
 * of them has its query or fragment; the `utm_…` of a visit are properties of their own.
 */
export type AnalyticsEvents = {
  /**
   * A page was looked at, the not-found page too: a funnel's first step is the one whose path is
   * `/`. PostHog's own name, so that its web reports understand it.
   */
  $pageview: {
    $current_url: string;
    title: string;
  };
  /** The first edit of any field since the form was opened. */
  waitlist_form_started: Record<string, never>;
  /**
   * A row is stored (docs/product.md, 5: exactly these four). Also sent when the same visitor
   * submits the same again, which adds no row: how many there are, the database says.
   */
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
