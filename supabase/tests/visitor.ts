import type { PGlite } from '@electric-sql/pglite';
import { ada, person } from '../../src/testing/people.ts';
import { type FormValues, signUpSchema, toRow, type WaitlistRow } from '../../src/waitlist/fields.ts';
import { insertAsVisitor } from '../local/api.ts';

const PRESSED_AT = new Date('2026-11-21T12:00:00Z');

/** A row in which anything may be missing or wrong. */
export type Row = { [Column in keyof WaitlistRow]?: unknown };

/** The row that the page sends for what a visitor types. */
export const rowFrom = (typed: FormValues): WaitlistRow => toRow(signUpSchema.parse(typed), PRESSED_AT);

/** A row that nothing is wrong with; each number gives other texts. */
export const rowOf = (n: number): WaitlistRow => rowFrom(person(n));

/** The row of the default person. */
export const adaRow: WaitlistRow = rowFrom(ada);

/** The columns that the page writes: access.test.ts compares them with those that visitors may write. */
export const COLUMNS = Object.keys(adaRow);

/** Those with a text. */
export const TEXTS = COLUMNS.filter(
  (column) => column !== 'timestamp' && typeof adaRow[column as keyof WaitlistRow] === 'string',
);

/** Signs up once for each row, as the page does: one request each. */
export async function addSignUps(db: PGlite, rows: Row[], headers = {}): Promise<void> {
  for (const row of rows) await insertAsVisitor(db, headers, [row]);
}

export async function storedRows(db: PGlite) {
  return (await db.query<Row>('select * from public.waitlist order by id')).rows;
}
