import pg from 'pg';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { queryLocally } from '../supabase/local/local-database.ts';
import { services } from './services.ts';

/** The rows that the database has for a phone number, each value as Postgres writes it. */
export async function rowsOf({
  phoneNumber,
}: SignUpInput): Promise<Record<string, string | null>[]> {
  const phone = pg.escapeLiteral(phoneNumber);
  const sql = `select * from public.waitlist where phone_number = ${phone} order by id`;
  const [rows = []] = await queryLocally(services.database, sql);
  return rows;
}
