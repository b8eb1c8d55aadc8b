/** Where the page saves (vite/settings.ts checks it): without a Supabase address, on its own origin. */
export const env = {
  supabaseUrl: import.meta.env.VITE_SUPABASE_URL || globalThis.location?.origin,
  supabaseAnonKey: import.meta.env.VITE_SUPABASE_ANON_KEY || 'local',
};
