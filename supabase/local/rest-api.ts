import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { messages, type PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { z } from 'zod';

type Reply = { status: number; body?: object };

const object = z.record(z.string(), z.unknown());

const NOT_IMPLEMENTED: Reply = {
  status: 501,
  body: { message: 'The API of the local database inserts one row, sent as JSON, and does nothing else.' },
};

/**
 * Responds to supabase-js's `insert(row)` as PostgREST does to a visitor: the role `anon` inserts the
 * row. The response to any other request is 501, even to the preflight that a browser sends before a request of
 * another website.
 */
export function restApi(db: PGlite): RequestListener {
  return async (request, response) => {
    const { status, body } = await insert(db, request).catch(toReply);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body && JSON.stringify(body));
  };
}

async function insert(db: PGlite, request: IncomingMessage): Promise<Reply> {
  const { method, url = '', headers } = request;
  const { 'content-profile': schema = 'public' } = headers;
  const [, name] = /^\/rest\/v1\/(\w+)$/.exec(url) ?? [];
  const isJson = headers['content-type']?.startsWith('application/json');
  const isInsert = method === 'POST' && schema === 'public';
  if (!name || !isJson || !isInsert) return NOT_IMPLEMENTED;
  const { data: row } = object.safeParse(JSON.parse(await text(request)));
  if (!row) return NOT_IMPLEMENTED;

  const statement = insertInto(name, Object.keys(row));
  await db.transaction(async (transaction) => {
    await becomeVisitor(transaction, JSON.stringify(headers));
    await transaction.query(statement, [JSON.stringify([row])]);
  });
  return { status: 201 };
}

/** A connection with an open transaction, of PGlite or PostgreSQL. */
export type Session = { query: (sql: string, parameters?: unknown[]) => Promise<unknown> };

/** Gives the rest of the transaction the role and the settings of a visitor's POST, and checks it as PostgREST does. */
export async function becomeVisitor(transaction: Session, headers: string): Promise<void> {
  await transaction.query(
    `select set_config('role', 'anon', true), set_config('request.method', 'POST', true),
      set_config('request.headers', $1, true)`,
    [headers],
  );
  await transaction.query('select private.check_request()');
}

/** PostgREST's statement. Its parameter is a JSON array of rows. */
export function insertInto(table: string, columns: string[]): string {
  const target = `public.${pg.escapeIdentifier(table)}`;
  const list = columns.map(pg.escapeIdentifier).join(', ');
  return `insert into ${target} (${list})
    select ${list} from json_populate_recordset(null::${target}, $1)`;
}

/** What PostgREST responds with to the error. */
function toReply(error: unknown): Reply {
  if (error instanceof SyntaxError) return { status: 400, body: { message: 'Invalid JSON' } };
  if (!(error instanceof messages.DatabaseError)) return { status: 500 };
  const { code = '', message } = error;
  const body = { code, message };
  if (code.startsWith('PT')) return { status: Number(code.slice(2)), body };
  if (code === '42501') return { status: 401, body };
  if (code === '42P01') return { status: 404, body };
  return { status: /^(2[0-3]|42)/.test(code) ? 400 : 500, body };
}
