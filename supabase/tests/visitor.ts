import type { PGlite } from '@electric-sql/pglite';
import {
  FIELDS,
  type FieldKey,
  mapFields,
  sampleSignUp,
  toRow,
  type WaitlistRow,
} from '../../src/waitlist/fields.ts';

export type Row = { [Column in keyof WaitlistRow]?: string | null | undefined };

/** A sign-up that nothing is wrong with; each number gives another person. */
export function person(n: number): WaitlistRow {
  return toRow(sampleSignUp(n), new Date('2026-11-21T12:00:00Z'));
}

/** Whose sign-up it does not matter. */
export const ada = person(1);

export function people(count: number, first = 1): WaitlistRow[] {
  return Array.from({ length: count }, (_, i) => person(first + i));
}

const {
  phoneNumber: phone,
  instagram: handle,
  ...others
} = mapFields((key) => FIELDS[key].column) as {
  [Key in FieldKey]: (typeof FIELDS)[Key]['column'];
};

/** Each field's column. */
export const columns = { ...others, phone, handle };

/** The columns that the page writes. */
export const COLUMNS = Object.keys(person(0))
  .map((column) => `"${column}"`)
  .join(', ');

/** Adds the rows of a JSON array, which is the first parameter. */
export const INSERT = `insert into public.waitlist (${COLUMNS})
  select ${COLUMNS} from json_populate_recordset(null::public.waitlist, $1)`;

/** The same with the rows in it, for statements that take no parameter. */
export function insertOf(...rows: Row[]): string {
  return INSERT.replace('$1', () => `'${JSON.stringify(rows).replaceAll("'", "''")}'`);
}

/** Turns what was counted in this hour into counts of the last one. */
export const ANOTHER_HOUR = 'update private.sign_up_counts set hour = hour - 1';

/** Does what PostgREST does for a visitor: role, request headers and statement in one transaction. */
export async function asVisitor<T>(
  db: PGlite,
  sql: string,
  params: unknown[] = [],
  headers: string | Record<string, string> = {},
): Promise<T[]> {
  return db.transaction(async (tx) => {
    await tx.query(`select set_config('request.headers', $1, true)`, [
      typeof headers === 'string' ? headers : JSON.stringify({ 'content-length': '1', ...headers }),
    ]);
    await tx.exec('set local role anon');
    return (await tx.query<T>(sql, params)).rows;
  });
}

/** Signs up once for each row, as the page does: a request each. */
export async function signUp(
  db: PGlite,
  rows: Row | Row[],
  headers?: string | Record<string, string>,
): Promise<void> {
  for (const row of [rows].flat()) await asVisitor(db, INSERT, [JSON.stringify([row])], headers);
}

/** Sends a body to the API at that origin; a text goes as it is. */
export function postSignUp(
  send: (request: Request) => Promise<Response>,
  body: unknown,
  headers: Record<string, string> = {},
  origin = 'http://localhost/',
): Promise<Response> {
  return send(
    new Request(new URL('rest/v1/waitlist', origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

/** What the team sees in the columns that the page writes, without the time. */
export async function storedRows(db: PGlite): Promise<Row[]> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from public.waitlist order by id`);
  return rows.map(({ timestamp: _, ...texts }) => texts);
}
