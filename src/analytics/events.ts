/** Why a sign-up was not saved, in words that name no personal data. */
export type SignUpFailure =
  /** The device said it has no network. */
  | 'offline'
  /** No answer within the time limit. */
  | 'timeout'
  /** The connection broke or was blocked. */
  | 'network'
  /** The sender or everyone together reached a limit (429). */
  | 'rate_limited'
  /** The database or a proxy said no (other 4xx, or an answer that is no stored row). */
  | 'refused'
  /** The service failed (5xx). */
  | 'server'
  /** A part of the page could not be fetched, as after a deploy. */
  | 'page_outdated';

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
