import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { env } from './env';

/** supabase-js as an anonymous visitor needs it: no session, nothing stored on the device. */
export const connect = () =>
  createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
    // Visitors do not log in: only the key is sent, and supabase-js starts no session.
    accessToken: async () => null,
    global: {
      // keepalive: a save in progress completes when the visitor leaves the page.
      fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
    },
  });
