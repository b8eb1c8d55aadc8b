import { mutationOptions } from '@tanstack/react-query';
import type { FailureReason } from '../analytics/events';
import { createSupabaseClient } from '../lib/supabase';
import { type FormValues, signUpSchema, toRow, type WaitlistRow } from './fields';

/** The time limit of one attempt. */
const TIME_LIMIT_MS = 10_000;
const RETRIES = 2;

/** Any other error is a fault of the page, with the reason `page_error`. */
type SaveFailure = Exclude<FailureReason, 'page_error'>;

/** What a visitor has submitted, and when. */
type Submission = { values: FormValues; submittedAt: Date };

/**
 * A save that failed, or whose outcome is unknown because there was no response. It has only Postgres's error code,
 * because message and details can quote what was typed.
 */
export class SaveError extends Error {
  override readonly name = 'SaveError';

  constructor(
    readonly reason: SaveFailure,
    /** HTTP status, 0 without a response. */
    readonly status: number,
    code = '',
  ) {
    super(`The sign-up is not confirmed: ${reason} (status ${status}${code && `, code ${code}`})`);
  }

  /** Whether to retry within seconds. A retry after a 429 is refused, too. A timeout has taken ten seconds already. */
  get isTransient(): boolean {
    return this.reason === 'network' || this.reason === 'server' || this.status === 408;
  }
}

/**
 * Saves a sign-up, and returns the row that was sent. A retry after a lost response stores a second row.
 */
export const saveOptions = mutationOptions({
  mutationFn: save,
  retry: (retries, error) => retries < RETRIES && error instanceof SaveError && error.isTransient,
  // 500 ms, then 1.5 s. While the tab is in the background, TanStack Query pauses retries.
  retryDelay: (retries) => 500 * 3 ** retries,
  // The default pauses while the device is offline.
  networkMode: 'always',
});

/** @throws {SaveError} if it is not certain that the row is stored; any other error is a fault of the page */
async function save({ values, submittedAt }: Submission): Promise<WaitlistRow> {
  // TanStack Form validates the values, and passes them on as typed.
  const row = toRow(signUpSchema.parse(values), submittedAt);
  // Canceling the request does not undo it: the row may be stored, and only the response is missing. The save ends even
  // if the request does not, as in Firefox after the visitor has left the page and come back.
  const request = new AbortController();
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new SaveError('timeout', 0));
      request.abort();
    }, TIME_LIMIT_MS);
  });
  const insert = createSupabaseClient().from('waitlist').insert(row).abortSignal(request.signal);
  const { error, status } = await Promise.race([insert, timeout]);
  // Only this status means that the row is stored.
  if (status !== 201) throw new SaveError(failureOf(status), status, error?.code);
  return row;
}

function failureOf(status: number): SaveFailure {
  if (status === 0) return navigator.onLine ? 'network' : 'offline';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server' : 'refused';
}
