/**
 * The settings of the build (vite/settings.ts checks them). Without a Supabase address, the page saves on its own
 * origin. Without PostHog's, it sends no events.
 */
export const env = {
  supabaseUrl: import.meta.env.VITE_SUPABASE_URL || globalThis.location?.origin,
  supabaseKey: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || 'local',
  posthogKey: import.meta.env.VITE_POSTHOG_KEY,
  posthogHost: import.meta.env.VITE_POSTHOG_HOST,
};
