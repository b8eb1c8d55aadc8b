import type { Database } from '../lib/database.types';
import { FIELD_KEYS, FIELDS, type FieldKey, type SignUp } from './waitlist-fields';

/** The columns that a visitor may write. */
export type WaitlistRow = Pick<
  Database['public']['Tables']['waitlist']['Insert'],
  (typeof FIELDS)[FieldKey]['column'] | 'timestamp'
>;

/** Maps the form's names to the table's columns; the time is ISO 8601 in UTC. */
export function toRow(signUp: SignUp, submittedAt: Date): WaitlistRow {
  const texts = Object.fromEntries(FIELD_KEYS.map((key) => [FIELDS[key].column, signUp[key]]));
  return { ...(texts as Omit<WaitlistRow, 'timestamp'>), timestamp: submittedAt.toISOString() };
}
