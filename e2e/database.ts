import pg from 'pg';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { queryLocally } from '../supabase/local/local-database.ts';
import { services } from './services.ts';

/** The rows that the database has for a phone number, each value as Postgres writes it. */
export async function rowsOf({
  phoneNumber,
}: SignUpInput): Promise<Record<string, string | null>[]> {
  const [answer] = await queryLocally(
    services.database,
    `select * from public.waitlist where phone_number = ${pg.escapeLiteral(phoneNumber)} order by id`,
  );
  return (answer?.rows ?? []).map((row) =>
    Object.fromEntries(row.map((value, i) => [answer?.fields[i]?.name, value])),
  );
}
