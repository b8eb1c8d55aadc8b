/**
 * The page's settings, checked when the page is built (`vite/settings.ts`).
 * Without a Supabase address, the page uses its own origin: the local database.
 */
export const env = {
  supabaseUrl: import.meta.env.VITE_SUPABASE_URL || globalThis.location?.origin,
  supabaseAnonKey: import.meta.env.VITE_SUPABASE_ANON_KEY || 'embedded',
  analyticsKey: import.meta.env.VITE_ANALYTICS_KEY,
  analyticsHost: import.meta.env.VITE_ANALYTICS_HOST,
};
