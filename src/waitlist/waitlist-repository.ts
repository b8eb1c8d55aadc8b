import type { Database } from '../lib/database.types';
import { supabase } from '../lib/supabase';
import { SaveError, type SignUpFailure } from './save-error';
import type { SignUp } from './waitlist-schema';

/** The columns that a visitor may write. */
type WaitlistRow = Pick<
  Database['public']['Tables']['waitlist']['Insert'],
  'name' | 'phone_number' | 'instagram' | 'email' | 'timestamp'
>;

/** Maps the form's names to the table's columns. */
export function toRow(signUp: SignUp, submittedAt: Date): WaitlistRow {
  return {
    name: signUp.name,
    phone_number: signUp.phoneNumber,
    instagram: signUp.instagram,
    email: signUp.email,
    timestamp: submittedAt.toISOString(),
  };
}

/**
 * Stores one sign-up; resolves only when the database has said so.
 *
 * @param signal ends the attempt, by a time-out for instance
 * @throws {SaveError} on every other outcome
 */
export async function addToWaitlist(
  signUp: SignUp,
  submittedAt: Date,
  signal: AbortSignal,
): Promise<void> {
  const { error, status } = await supabase
    .from('waitlist')
    .insert(toRow(signUp, submittedAt))
    .abortSignal(signal);

  // Only 201 is a stored row: a venue's log-in page may answer 200 for anything.
  if (status === 201) return;
  throw new SaveError(failureOf(status, signal), status, error?.code);
}

function failureOf(status: number, signal: AbortSignal): SignUpFailure {
  if (signal.aborted) return 'timeout';
  if (status === 0) return navigator.onLine ? 'network' : 'offline';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server' : 'refused';
}
