import { env } from '../lib/env';

/** Hosted Supabase lets a browser cache the response to a preflight for five seconds. */
const RENEWAL_MS = 4_000;

/** Named as those of supabase-js's insert. If one is missing, the submit needs its own preflight. */
const HEADERS = {
  apikey: env.supabaseAnonKey,
  authorization: `Bearer ${env.supabaseAnonKey}`,
  'content-profile': 'public',
  'content-type': 'application/json',
  'x-client-info': 'gel',
};

/**
 * Opens the connection to Supabase at the first touch of the form and keeps it, and the response to
 * the preflight, while a visitor fills in the form: a submit then takes one round trip. The OPTIONS
 * request writes nothing, and PostgREST's response to any client is 200
 * (https://docs.postgrest.org/en/v12/references/api/options.html).
 */
export function openConnection(): void {
  const { href, origin } = new URL('/rest/v1/waitlist', env.supabaseUrl);
  if (origin === window.location.origin) return;
  let renewAt = 0;
  const renew = ({ target }: Event) => {
    const isInForm = target instanceof Element && target.closest('form');
    if (!isInForm || performance.now() < renewAt) return;
    renewAt = performance.now() + RENEWAL_MS;
    fetch(href, { method: 'OPTIONS', headers: HEADERS }).catch(() => {});
  };
  for (const touch of ['pointerdown', 'focusin', 'input']) {
    addEventListener(touch, renew, { capture: true, passive: true });
  }
}
