import { env } from '../lib/env';

/** The names are those of supabase-js's insert: with another one, the insert has its own preflight. */
const HEADERS = {
  apikey: env.supabaseAnonKey,
  authorization: `Bearer ${env.supabaseAnonKey}`,
  'content-profile': 'public',
  'content-type': 'application/json',
  'x-client-info': 'gel',
};

/**
 * Opens the connection to Supabase when a field or the button takes the focus. The OPTIONS request
 * fills the browser's preflight cache for the insert, which then takes one round trip; hosted Supabase
 * allows five seconds. It writes nothing, and PostgREST's response to any client is 200
 * (https://docs.postgrest.org/en/v12/references/api/options.html).
 */
export function openConnection(): void {
  const { href, origin } = new URL('/rest/v1/waitlist', env.supabaseUrl);
  if (origin === window.location.origin) return;
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element && target.closest('form'))) return;
    // `reload`: without it, Chromium renews the preflight only after it has expired.
    fetch(href, { method: 'OPTIONS', headers: HEADERS, cache: 'reload' }).catch(() => {});
  });
}
