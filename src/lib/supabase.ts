import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { env } from './env';

/** supabase-js as an anonymous visitor needs it: no session, nothing stored on the device. */
export const supabase = createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  global: {
    // keepalive: a save under way goes through when the visitor leaves the page.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  },
});
