import * as z from 'zod/mini';

// The rule of docs/product.md, 5.
const RETRIED_STATUSES = [429, 500, 503, 504];
const BASE_INTERVAL_MS = 1000;
const BACKOFF_FACTOR = 2;
const LONG_BACKOFF_FACTOR = 30;
const LONGEST_WAIT_MS = 4 * 60 * 60 * 1000;
const GIVE_UP_AFTER_MS = 60_000;

const remoteConfigSchema = z.record(z.string(), z.unknown());

/** PostHog's settings for a project. Opaque here: only the SDK reads it. */
export type RemoteConfig = z.infer<typeof remoteConfigSchema>;

/**
 * Fetches PostHog's remote configuration, trying again on 429, 500, 503 and 504 with a growing,
 * randomised wait (much longer after a 503), for 60 s in all.
 *
 * @param host PostHog's address, or the proxy's path under the page's own origin
 * @param key the project's API key
 * @throws on any other status, a network error, an answer that is no object, or when time is up
 */
export async function fetchRemoteConfig(host: string, key: string): Promise<RemoteConfig> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);

  for (let failures = 0; ; failures += 1) {
    const response = await fetch(`${host}/array/${key}/config`, { signal });
    if (response.ok) return remoteConfigSchema.parse(await response.json());

    const wait = backoff(failures, response.status);
    const isRetried = RETRIED_STATUSES.includes(response.status) && Date.now() + wait < deadline;
    if (!isRetried) throw new Error(`it answered ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Milliseconds to wait after so many failures before this one; random by half. */
export function backoff(failures: number, status: number): number {
  const factor = status === 503 ? LONG_BACKOFF_FACTOR : BACKOFF_FACTOR;
  const interval = BASE_INTERVAL_MS * factor ** failures;
  return Math.min(interval * (0.5 + Math.random()), LONGEST_WAIT_MS);
}
