import type { SignUpFailure } from '../analytics/events';
import { connect } from '../lib/supabase';
import type { SignUp } from './fields';
import { toRow } from './fields';
import { SaveError } from './save-error';

/**
 * Stores one sign-up; resolves only when the row is stored.
 *
 * @param signal ends the attempt, by a time-out for instance
 * @throws {SaveError} on every other outcome
 */
export async function addToWaitlist(
  signUp: SignUp,
  submittedAt: Date,
  signal: AbortSignal,
): Promise<void> {
  const { error, status } = await connect()
    .from('waitlist')
    .insert(toRow(signUp, submittedAt))
    .abortSignal(signal);

  // Only 201 is a stored row: a venue's log-in page may answer 200 for anything.
  if (status === 201) return;
  throw new SaveError(failureOf(status, signal, error?.code), status, error?.code);
}

function failureOf(status: number, signal: AbortSignal, code?: string): SignUpFailure {
  if (signal.aborted) return 'timeout';
  if (status === 0) return navigator.onLine ? 'network' : 'offline';
  if (status === 429) return 'rate_limited';
  // PostgREST, when Postgres crashes during a statement.
  if (status === 400 && code === '') return 'server';
  return status >= 500 ? 'server' : 'refused';
}
