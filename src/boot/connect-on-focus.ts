import { env } from '../lib/env';

/**
 * Opens the connection to Supabase at the first focus on the page, so that a submit does not wait for
 * it. It sends a request, because browsers keep a connection for minutes after its last request, and close
 * one that was only preconnected after some ten seconds. OPTIONS writes nothing, and PostgREST's response
 * to any client is 200 (https://docs.postgrest.org/en/v12/references/api/options.html).
 */
export function connectOnFocus(): void {
  const { href, origin } = new URL('/rest/v1/waitlist', env.supabaseUrl);
  if (origin === window.location.origin) return;
  const connect = () => {
    fetch(href, { method: 'OPTIONS', headers: { apikey: env.supabaseAnonKey } }).catch(() => {});
  };
  addEventListener('focusin', connect, { once: true });
}
