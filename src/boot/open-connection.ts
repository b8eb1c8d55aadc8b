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

/** A visitor who does nothing in the form for this long has left it. */
const PAUSE_MS = 15_000;

/**
 * Opens the connection to Supabase at the first touch of the form, and keeps the response to the
 * preflight while a visitor fills it in: a submit then takes one round trip. The OPTIONS request
 * writes nothing, and PostgREST's response to any client is 200
 * (https://docs.postgrest.org/en/v12/references/api/options.html).
 */
export function openConnection(): void {
  const { href, origin } = new URL('/rest/v1/waitlist', env.supabaseUrl);
  if (origin === window.location.origin) return;
  let usedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = () => {
    timer = undefined;
    if (performance.now() > usedAt + PAUSE_MS) return;
    timer = setTimeout(renew, RENEWAL_MS);
    // `reload`: without it, Chromium renews the preflight only after it has expired.
    fetch(href, { method: 'OPTIONS', headers: HEADERS, cache: 'reload' }).catch(() => {});
  };
  const use = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('form'))) return;
    usedAt = performance.now();
    if (!timer) renew();
  };
  for (const touch of ['pointerdown', 'focusin', 'input']) {
    addEventListener(touch, use, { capture: true, passive: true });
  }
}
