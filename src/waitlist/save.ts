import { type UseMutationOptions, useMutation, useMutationState } from '@tanstack/react-query';
import type { SaveFailure } from '../analytics/events';
import { connect } from '../lib/supabase';
import { type SignUp, type SignUpInput, signUpSchema, toRow, type WaitlistRow } from './fields';

/** From the press, with retries and the pauses before them (docs/product.md, 3). */
const TIME_LIMIT_MS = 10_000;
const RETRIES = 2;

const MUTATION_KEY = ['save'];

/** What a visitor submitted, and when. */
type Submission = { texts: SignUpInput; submittedAt: Date };

/** The reason of an abort when the page returns from the back-forward cache. */
const RESTORED = new Error('The page was left while it saved, and was restored');

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

  /** Whether a retry within seconds can succeed. */
  get isTransient(): boolean {
    const { failure, status } = this;
    return failure === 'network' || failure === 'server' || status === 408 || status === 429;
  }
}

/** A mutation that saves a sign-up. It is pending until the handler of its outcome has ended. */
export function useSave(
  handlers: Pick<UseMutationOptions<SignUp, Error, Submission>, 'onSuccess' | 'onError'>,
) {
  return useMutation({
    ...handlers,
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
 * Saves a sign-up. To repeat it is safe: the database adds no identical row.
 *
 * @returns what is stored
 * @throws {SaveError} if it is not certain to be stored within the time limit
 */
export async function save({ texts, submittedAt }: Submission): Promise<SignUp> {
  const signUp = signUpSchema.parse(texts);
  const row = toRow(signUp, submittedAt);
  const waited = Date.now() - submittedAt.getTime();
  // A visitor who saw that the form did not load has the whole limit again.
  let timeLimit = waited < TIME_LIMIT_MS ? TIME_LIMIT_MS - waited : TIME_LIMIT_MS;
  for (;;) {
    const signal = abortSignal(timeLimit);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    try {
      await Promise.race([insertWithRetries(row, signal), aborted]);
      return signUp;
    } catch (error) {
      if (error !== RESTORED) throw error;
      timeLimit = TIME_LIMIT_MS;
    }
  }
}

/**
 * Aborts after the time limit, and when the page is restored from the back-forward cache: there,
 * requests and timers are suspended, and some never resume.
 */
function abortSignal(timeLimit: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(new SaveError('timeout', 0)), timeLimit);
  addEventListener('pageshow', ({ persisted }) => persisted && controller.abort(RESTORED), {
    signal,
  });
  return signal;
}

/** Not TanStack Query's retries: they pause in a tab that is in the background. */
async function insertWithRetries(row: WaitlistRow, signal: AbortSignal): Promise<void> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await insert(row, signal);
    } catch (error) {
      if (retry === RETRIES || !(error instanceof SaveError && error.isTransient)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 3 ** retry));
    }
  }
}

async function insert(row: WaitlistRow, signal: AbortSignal): Promise<void> {
  const { error, status } = await connect().from('waitlist').insert(row).abortSignal(signal);
  // Only 201 is a stored row: a venue's log-in page may respond with 200 to anything.
  if (status === 201) return;
  throw new SaveError(failureOf(status, signal, error?.code), status, error?.code);
}

function failureOf(status: number, signal: AbortSignal, code?: string): SaveFailure {
  if (signal.aborted) return 'timeout';
  if (status === 0) return navigator.onLine ? 'network' : 'offline';
  if (status === 429) return 'rate_limited';
  // PostgREST, when Postgres crashes during a statement.
  if (status === 400 && code === '') return 'server';
  return status >= 500 ? 'server' : 'refused';
}
