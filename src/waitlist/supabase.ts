import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { env } from '../lib/env';

/**
 * Creates supabase-js's client for an anonymous visitor: no session, nothing stored on the device. It
 * sends nothing by itself. Create it when it is used: at the start, every millisecond delays the form.
 * Its type leaves out what `vite/supabase-stubs.ts` replaces.
 */
export function createVisitorClient(): Pick<SupabaseClient, 'from'> {
  return createClient(env.supabaseUrl, env.supabaseAnonKey, {
    // Visitors do not log in: supabase-js starts no session, and sends the key as `apikey` and as the bearer token. A
    // project takes a publishable key for a token because both are equal.
    accessToken: async () => null,
    global: {
      // keepalive: a save in progress completes when the visitor leaves the page.
      fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
    },
  });
}
