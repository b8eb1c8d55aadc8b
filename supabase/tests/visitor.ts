import type { PGlite } from '@electric-sql/pglite';
import { ada, person } from '../../src/testing/people.ts';
import { toRow, type WaitlistRow } from '../../src/waitlist/fields.ts';
import { insertAsVisitor } from '../local/api.ts';

const PRESSED_AT = new Date('2026-11-21T12:00:00Z');

/** A row in which anything may be missing or wrong. */
export type Row = { [Column in keyof WaitlistRow]?: string | null | undefined };

/** A row that nothing is wrong with; each number gives other texts. */
export const rowOf = (n: number): WaitlistRow => toRow(person(n), PRESSED_AT);

/** The row of the default person. */
export const adaRow: WaitlistRow = toRow(ada, PRESSED_AT);

/** Signs up once for each row, as the page does: one request each. */
export async function addSignUps(db: PGlite, rows: Row[], headers = {}): Promise<void> {
  for (const row of rows) await insertAsVisitor(db, headers, [row]);
}

export async function storedRows(db: PGlite) {
  return (await db.query<Row>('select * from public.waitlist order by id')).rows;
}

/** The text columns that visitors may write. They are read from the database, so that a new one is tested, too. */
export async function textColumns(db: PGlite): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`
    select attname as name from pg_attribute
    where attrelid = 'public.waitlist'::regclass and attnum > 0 and not attisdropped
      and has_column_privilege('anon', attrelid, attnum, 'insert')
      and atttypid in ('text'::regtype, 'varchar'::regtype)`);
  return rows.map(({ name }) => name);
}
