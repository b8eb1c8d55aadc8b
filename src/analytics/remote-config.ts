import * as z from 'zod/mini';

// The rule of docs/product.md, 5.
const RETRIED_STATUSES = [429, 500, 503, 504];
const BASE_INTERVAL_MS = 1000;
const BACKOFF_FACTOR = 2;
const LONG_BACKOFF_FACTOR = 30;
const TIME_LIMIT_MS = 60_000;

const remoteConfigSchema = z.record(z.string(), z.unknown());

/** PostHog's settings for a project. Only the SDK reads them. */
export type RemoteConfig = z.infer<typeof remoteConfigSchema>;

/**
 * Fetches PostHog's remote configuration. Retries after 429, 500, 503, and 504 with a growing,
 * randomized wait, which grows faster after a 503, for 60 s in all.
 *
 * @throws on any other status, a network error, a response that is no object, or a timeout
 */
export async function fetchRemoteConfig(host: string, key: string): Promise<RemoteConfig> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);

  for (let failures = 0; ; failures += 1) {
    const response = await fetch(`${host}/array/${key}/config`, { signal });
    if (response.ok) return remoteConfigSchema.parse(await response.json());

    const { status } = response;
    const factor = status === 503 ? LONG_BACKOFF_FACTOR : BACKOFF_FACTOR;
    const wait = BASE_INTERVAL_MS * factor ** failures * (0.5 + Math.random());
    if (!RETRIED_STATUSES.includes(status) || Date.now() + wait >= deadline) {
      throw new Error(`The server returned status ${status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
