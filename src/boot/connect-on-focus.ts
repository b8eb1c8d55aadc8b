import { env } from '../lib/env';

/**
 * The headers of supabase-js's insert. The browser remembers a preflight with the names of its headers:
 * an insert with another header has a preflight of its own.
 */
const HEADERS = {
  apikey: env.supabaseAnonKey,
  authorization: `Bearer ${env.supabaseAnonKey}`,
  'content-profile': 'public',
  'content-type': 'application/json',
  'x-client-info': 'gel',
};

/**
 * Opens the connection to Supabase when a field or the button takes the focus, by an OPTIONS request.
 * Its preflight is also valid for the insert, which then takes one round trip: for five seconds on a
 * hosted project. The request writes nothing, and PostgREST's response to any client is 200
 * (https://docs.postgrest.org/en/v12/references/api/options.html).
 */
export function connectOnFocus(): void {
  const { href, origin } = new URL('/rest/v1/waitlist', env.supabaseUrl);
  if (origin === window.location.origin) return;
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element && target.closest('form'))) return;
    // `reload`: otherwise Chromium sends no preflight while it remembers one, also if that one expires
    // before the submit.
    fetch(href, { method: 'OPTIONS', headers: HEADERS, cache: 'reload' }).catch(() => {});
  });
}
