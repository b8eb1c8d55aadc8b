import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { z } from 'zod';

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Headers of browsers, and of proxies, which could pass on the requests of others. */
const FROM_ELSEWHERE = /^(origin|forwarded|via|x-forwarded-.+|x-real-ip|cf-.+)$/;

const row = z.record(z.string(), z.unknown());
const query = z.object({ sql: z.string() });

/**
 * The API of the local database. `POST /rest/v1/waitlist` inserts one row, as PostgREST does for a visitor.
 * `POST /sql` runs SQL as the owner, for programs on this machine. Any other request is an error.
 */
export function localApi(db: PGlite): RequestListener {
  return async (request, response) => {
    const { status, body } = await respond(db, request).catch(({ message }) => ({ status: 400, body: { message } }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function respond(db: PGlite, request: IncomingMessage) {
  const { method, url = '', headers } = request;
  const isSignUp = url === '/rest/v1/waitlist';
  const isQuery = url === '/sql' && isFromThisMachine(request);
  // Before a browser sends JSON from another website, it sends the method OPTIONS.
  const isJson = /^application\/json\b/.test(headers['content-type'] ?? '');
  if (method !== 'POST' || !isJson || !(isSignUp || isQuery)) throw new Error('This request is not allowed.');

  const body: unknown = JSON.parse(await text(request));
  if (isQuery) return { status: 200, body: await run(db, query.parse(body).sql) };
  await db.transaction((transaction) => insertAsVisitor(transaction, headers, [row.parse(body)]));
  return { status: 201, body: {} };
}

/** Whether a program on this machine sent it, which is no browser. */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = LOOPBACK_ADDRESSES.includes(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
  return isLoopback && !Object.keys(headers).some((name) => FROM_ELSEWHERE.test(name));
}

/** Returns the rows of each statement as Postgres writes them. The one session keeps no transaction or role. */
async function run(db: PGlite, sql: string) {
  const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
  // PGlite queues all three at once, so that no request runs in between.
  const [statements] = await Promise.all([db.exec(sql, { parsers }), db.exec('rollback'), db.exec('discard all')]);
  return statements.map(({ rows }) => rows);
}

/** A connection with an open transaction, of PGlite or PostgreSQL. */
export type Session = { query: (sql: string, parameters?: unknown[]) => Promise<unknown> };

/** Does what PostgREST does in the transaction of a visitor's request. */
export async function insertAsVisitor(session: Session, headers: object, rows: object[]): Promise<void> {
  const settings = `select set_config('role', 'anon', true), set_config('request.headers', $1, true)`;
  await session.query(settings, [JSON.stringify(headers)]);
  await session.query('select private.check_request()');
  await session.query(insertInto(Object.keys(rows[0] ?? {})), [JSON.stringify(rows)]);
}

/** PostgREST's statement. Its parameter is a JSON array of rows. */
export function insertInto(columns: string[]): string {
  const list = columns.map(pg.escapeIdentifier).join(', ');
  return `insert into public.waitlist (${list})
    select ${list} from json_populate_recordset(null::public.waitlist, $1)`;
}
