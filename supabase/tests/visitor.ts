import type { PGlite } from '@electric-sql/pglite';
import { toRow, type WaitlistRow } from '../../src/waitlist/fields.ts';
import * as samples from '../../src/waitlist/samples.ts';
import { becomeVisitor, insertInto, type Session } from '../local/api.ts';

const PRESSED = new Date('2026-11-21T12:00:00Z');

/** A sign-up in which anything may be missing or wrong. */
export type Row = { [Column in keyof WaitlistRow]?: string | null | undefined };

/** A sign-up that nothing is wrong with; each number gives another person. */
export function person(n: number): WaitlistRow {
  return toRow(samples.sampleSignUp(n), PRESSED);
}

export function people(count: number, first = 1): WaitlistRow[] {
  return Array.from({ length: count }, (_, i) => person(first + i));
}

/** The row of the person of tests in which any person will do. */
export const ada = toRow(samples.ada, PRESSED);

/** The statement that adds the rows, with the columns of the first one. */
export function insertOf(rows: Row | Row[]): string {
  const [first = {}] = [rows].flat();
  const json = JSON.stringify([rows].flat()).replaceAll("'", "''");
  return insertInto('waitlist', Object.keys(first)).replace('$1', () => `'${json}'`);
}

export type Headers = Record<string, string>;

/** Does what PostgREST does for a visitor in a transaction. */
export async function visit(tx: Session, sql: string, headers: Headers = {}) {
  await becomeVisitor(tx, JSON.stringify({ 'content-length': '1', ...headers }));
  await tx.query(sql);
}

/** Signs up once for each row, as the page does: one request each. */
export async function signUp(db: PGlite, rows: Row | Row[], headers?: Headers) {
  for (const row of [rows].flat()) await db.transaction((tx) => visit(tx, insertOf(row), headers));
}

/** What is sent to the API: by default a POST to the list. A text is sent as it is. */
export type Sent = { method?: string; path?: string; headers?: Headers; body?: unknown };

/** The request to the API at that origin. */
export function toRequest(sent: Sent, origin: string): Request {
  const { method = 'POST', path = 'waitlist', headers, body } = sent;
  return new Request(new URL(`rest/v1/${path}`, origin), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export async function storedRows(db: PGlite) {
  return (await db.query<Row>('select * from public.waitlist order by id')).rows;
}
