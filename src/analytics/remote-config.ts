import { queryClient } from '../lib/query-client';

// The rule of the specification's section 9; the numbers it leaves open are decided.
const RETRIED_STATUSES = [429, 500, 503, 504];
const BASE_INTERVAL_MS = 1000;
const BACKOFF_FACTOR = 2;
const LONG_BACKOFF_FACTOR = 30;
const LONGEST_WAIT_MS = 4 * 60 * 60 * 1000;
const GIVE_UP_AFTER_MS = 60_000;

/** PostHog's settings for a project. Opaque here: only the SDK reads it. */
export type RemoteConfig = Record<string, unknown>;

class RemoteConfigError extends Error {
  constructor(readonly status: number) {
    super(`the analytics configuration answered ${status}`);
  }
}

/**
 * Fetches PostHog's remote configuration, trying again on 429, 500, 503 and 504 with a growing,
 * randomised wait (much longer after a 503), for 60 s in all.
 *
 * @param host PostHog's address, or the proxy's path under the page's own origin
 * @param key the project's API key
 * @throws on any other status, a network error, an answer that is no object, or when time is up
 */
export function fetchRemoteConfig(host: string, key: string): Promise<RemoteConfig> {
  const giveUp = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  // Asked for twice by React Query: whether to try again, and when.
  const waits: number[] = [];
  const waitAfter = (failureCount: number, error: Error) => {
    waits[failureCount] ??= backoff(
      failureCount,
      error instanceof RemoteConfigError ? error.status : 0,
    );
    return waits[failureCount];
  };

  return queryClient.fetchQuery({
    queryKey: ['remote-config', host, key],
    queryFn: async () => {
      const response = await fetch(`${host}/array/${key}/config`, { signal: giveUp });
      if (!response.ok) throw new RemoteConfigError(response.status);
      const config: unknown = await response.json();
      if (typeof config !== 'object' || config === null) throw new TypeError('not an object');
      return config as RemoteConfig;
    },
    networkMode: 'always',
    retry: (failureCount, error) => {
      if (!(error instanceof RemoteConfigError)) return false;
      if (!RETRIED_STATUSES.includes(error.status)) return false;
      return Date.now() + waitAfter(failureCount, error) < deadline;
    },
    retryDelay: waitAfter,
  });
}

/** Milliseconds to wait after the failure with this number, counted from 0; random by half. */
export function backoff(failureCount: number, status: number): number {
  const factor = status === 503 ? LONG_BACKOFF_FACTOR : BACKOFF_FACTOR;
  const interval = BASE_INTERVAL_MS * factor ** failureCount;
  return Math.min(interval * (0.5 + Math.random()), LONGEST_WAIT_MS);
}
