/**
 * Where the page saves, checked when the page is built (`vite/settings.ts`).
 * Without a Supabase address, the page uses its own origin: the local database.
 */
export const env = {
  supabaseUrl: import.meta.env.VITE_SUPABASE_URL || globalThis.location?.origin,
  supabaseAnonKey: import.meta.env.VITE_SUPABASE_ANON_KEY || 'local',
};
