import { createClient } from '@supabase/supabase-js';
import { settings } from './settings';

/** Returns a client of the database's API. Create it for a request: at the start, it would delay the form. */
export function createSupabaseClient() {
  return createClient(settings.apiUrl, settings.apiKey, {
    // Visitors do not log in, so there is no session. Without one, supabase-js sends the key as `apikey` and as the
    // bearer token, and Supabase accepts that. Without this option, it would start its log-in, which is a stub.
    accessToken: async () => null,
    // keepalive: a save in progress completes when the visitor leaves the page.
    global: { fetch: (input, init) => fetch(input, { ...init, keepalive: true }) },
  });
}
