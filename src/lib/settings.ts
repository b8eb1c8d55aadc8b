/** The settings of the build, which vite/settings.ts checks. Without PostHog's, the page sends no events. */
export const settings = {
  /** Where the API of the database is: the Supabase project or, for the local database, the page's own origin. */
  apiUrl: import.meta.env.VITE_SUPABASE_URL || globalThis.location?.origin,
  apiKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || 'local',
  posthogKey: import.meta.env.VITE_POSTHOG_KEY,
  posthogHost: import.meta.env.VITE_POSTHOG_HOST,
};
