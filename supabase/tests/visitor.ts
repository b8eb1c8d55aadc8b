import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { toRow, type WaitlistRow } from '../../src/waitlist/fields.ts';
import * as samples from '../../src/waitlist/samples.ts';
import { insertAsVisitor, insertInto, type Session } from '../local/api.ts';

const PRESSED = new Date('2026-11-21T12:00:00Z');

/** A sign-up in which anything may be missing or wrong. */
export type Row = { [Column in keyof WaitlistRow]?: string | null | undefined };

/** A sign-up that nothing is wrong with; each number gives another person. */
export const person = (n: number): WaitlistRow => toRow(samples.sampleSignUp(n), PRESSED);

export const people = (count: number, first = 1) => Array.from({ length: count }, (_, i) => person(first + i));

/** The row of the person of tests in which any person will do. */
export const ada = toRow(samples.ada, PRESSED);

/** The statement that adds the rows, with the columns of the first one. */
export function insertOf(...rows: Row[]): string {
  const json = pg.escapeLiteral(JSON.stringify(rows));
  return insertInto(Object.keys(rows[0] ?? {})).replace('$1', () => json);
}

/** Sends the rows in one request, as PostgREST runs it. */
export async function post(transaction: Session, rows: Row[], headers = {}): Promise<void> {
  await insertAsVisitor(transaction, { 'content-length': '1', ...headers }, rows);
}

/** Signs up once for each row, as the page does: one request each. */
export async function signUp(db: PGlite, rows: Row | Row[], headers = {}): Promise<void> {
  for (const row of [rows].flat()) await db.transaction((transaction) => post(transaction, [row], headers));
}

export async function storedRows(db: PGlite) {
  return (await db.query<Row>('select * from public.waitlist order by id')).rows;
}
