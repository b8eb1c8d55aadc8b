import { createClient } from '@supabase/supabase-js';
import { useMutation, useMutationState } from '@tanstack/react-query';
import type { SaveFailure } from '../analytics/events';
import { env } from '../lib/env';
import { pause, runFor } from '../lib/wait';
import { type SignUp, type SignUpInput, signUpSchema, toRow, type WaitlistRow } from './fields';

/** For a save with its retries and the pauses before them (docs/product.md, 2). */
const TIME_LIMIT_SECONDS = 10;
const RETRIES = 2;

const MUTATION_KEY = ['save'];

/** What a visitor has submitted, and when. */
type Submit = { texts: SignUpInput; submittedAt: Date };

/**
 * A sign-up that is not certain to be stored. Has Postgres's error code, and not its message, which
 * quotes the row.
 */
export class SaveError extends Error {
  override readonly name = 'SaveError';

  constructor(
    readonly failure: SaveFailure,
    /** HTTP status, 0 without a response. */
    readonly status: number,
    code = '',
  ) {
    super(`The sign-up was not saved: ${failure} (status ${status}${code && `, code ${code}`})`);
  }

  /** Whether a retry within seconds can succeed. After a 429 it cannot, because the limit is for an hour. */
  get isTransient(): boolean {
    const { failure, status } = this;
    return failure === 'network' || failure === 'server' || status === 408;
  }
}

/** A mutation that saves a sign-up. */
export function useSave() {
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: save,
    // The default pauses while the device is offline.
    networkMode: 'always',
    // `useLastSignUp` reads the result for as long as the page is open.
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The last sign-up that was saved from this page; `id` is another for each save. */
export function useLastSignUp(): (SignUp & { id: number }) | undefined {
  return useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: 'success' },
    select: ({ mutationId, state }) => ({ ...(state.data as SignUp), id: mutationId }),
  }).at(-1);
}

/**
 * Saves a sign-up. The database stores every accepted row: a retry after a lost response stores it twice, and the
 * team's report shows one person.
 *
 * @returns what is stored
 * @throws {SaveError} if it is not certain to be stored within the time limit; any other error is a fault of the page
 */
export async function save({ texts, submittedAt }: Submit): Promise<SignUp> {
  // TanStack Form validates the texts, and passes them on as typed.
  const signUp = signUpSchema.parse(texts);
  const controller = new AbortController();
  const limit = runFor(TIME_LIMIT_SECONDS).then(() => {
    controller.abort();
    throw new SaveError('timeout', 0);
  });
  await Promise.race([insertWithRetries(toRow(signUp, submittedAt), controller.signal), limit]);
  return signUp;
}

/** Not TanStack Query's retries: in a tab in the background, they wait until the visitor returns. */
async function insertWithRetries(row: WaitlistRow, signal: AbortSignal): Promise<void> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await Promise.race([insert(row, signal), returnToPage(signal)]);
    } catch (error) {
      if (!(error instanceof SaveError && error.isTransient && retry < RETRIES)) throw error;
    }
    await pause(500 * 3 ** retry);
    signal.throwIfAborted();
  }
}

/**
 * Rejects when the visitor returns to a page that the browser kept in memory. In Firefox, a request whose response
 * arrived meanwhile never settles, not even if it is aborted.
 */
function returnToPage(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    addEventListener('pageshow', ({ persisted }) => persisted && reject(new SaveError('network', 0)), { signal });
  });
}

async function insert(row: WaitlistRow, signal: AbortSignal): Promise<void> {
  // Created when it is used: at the start, every millisecond delays the form.
  const client = createClient(env.supabaseUrl, env.supabaseKey, {
    // Visitors do not log in: supabase-js starts no session, and sends the key as `apikey` and as the bearer token. A
    // project takes a publishable key for a token because both are equal.
    accessToken: async () => null,
    // keepalive: a save in progress completes when the visitor leaves the page.
    global: { fetch: (input, init) => fetch(input, { ...init, keepalive: true }) },
  });
  const { error, status } = await client.from('waitlist').insert(row).abortSignal(signal);
  // Only 201 is a stored row: a venue's log-in page may respond with 200 to anything.
  if (status !== 201) throw new SaveError(failureOf(status, error?.code), status, error?.code);
}

function failureOf(status: number, code?: string): SaveFailure {
  if (status === 0) return navigator.onLine ? 'network' : 'offline';
  if (status === 429) return 'rate_limited';
  // PostgREST responds so when Postgres crashes during a statement.
  if (status === 400 && code === '') return 'server';
  return status >= 500 ? 'server' : 'refused';
}
