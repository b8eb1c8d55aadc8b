import type { PGlite } from '@electric-sql/pglite';

export type Row = Partial<
  Record<'name' | 'phone_number' | 'instagram' | 'email' | 'timestamp', string | null>
>;

/** A sign-up that nothing is wrong with. */
export const ada = {
  name: 'Ada',
  phone_number: '+1 (555) 010-0001',
  instagram: '@ada',
  email: 'ada@example.com',
  timestamp: '2026-11-21T12:00:00.000Z',
} satisfies Row;

/** What PostgREST does for a visitor: role, request headers and statement in one transaction. */
export async function asVisitor<T>(
  db: PGlite,
  sql: string,
  params: unknown[] = [],
  headers: string | Record<string, string> = {},
): Promise<T[]> {
  return db.transaction(async (tx) => {
    await tx.query(`select set_config('request.headers', $1, true)`, [
      typeof headers === 'string' ? headers : JSON.stringify(headers),
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
  for (const row of [rows].flat()) await insert(db, [row], headers);
}

/** Inserts the rows in one statement, as the API does for one request. */
export async function insert(
  db: PGlite,
  rows: Row[],
  headers?: string | Record<string, string>,
): Promise<void> {
  await asVisitor(
    db,
    `insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
     select name, phone_number, instagram, email, "timestamp"
     from json_to_recordset($1::json) as sent (
       name text, phone_number text, instagram text, email text, "timestamp" timestamptz
     )`,
    [JSON.stringify(rows)],
    headers,
  );
}

/** Sends what is to be signed up to the API at that origin, text as it stands. */
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

/** The rows that the team sees. */
export async function storedRows(db: PGlite): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    'select name, phone_number, instagram, email from public.waitlist order by id',
  );
  return rows;
}
