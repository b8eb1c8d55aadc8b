import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { z } from 'zod';

/**
 * Inserts the page's sign-up as a visitor. For `/sql`, it runs SQL as the owner, for every user of this machine. Unlike
 * PostgREST and the gateway in front of it, it checks no key, takes one JSON object, has no time limit, and ignores
 * `Prefer`. To an error, it responds with the status 400 or, like PostgREST, with that of a code such as PT429.
 */
export function localApi(db: PGlite): RequestListener {
  return async (request, response) => {
    const { status, body } = await respond(db, request).catch(({ code, message }) => {
      return { status: Number(/^PT(\d+)/.exec(code)?.[1] ?? 400), body: { message } };
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

async function respond(db: PGlite, request: IncomingMessage) {
  if (!/^\/(sql|rest\/v1\/waitlist)$/.test(request.url ?? '')) {
    return { status: 404, body: { message: 'The local API accepts only the sign-up (supabase/local/api.ts).' } };
  }
  // A browser sends JSON from another website only if the response to OPTIONS allows it.
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Error('Not JSON.');
  const body = await json(request);
  if (request.url !== '/sql') {
    await insertAsVisitor(db, request.headers, [z.record(z.string(), z.unknown()).parse(body)]);
    return { status: 201, body: {} };
  }
  if (!isFromThisMachine(request)) throw new Error('Not from this machine.');
  const { sql } = z.object({ sql: z.string() }).parse(body);
  // Each value as Postgres writes it.
  const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
  const statements = await db.transaction((owner) => owner.exec(sql, { parsers }));
  return { status: 200, body: statements.map(({ rows }) => rows) };
}

/** A website can let its own name lead to this machine. Then the header `Host` has that name. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  return isLoopback && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
}

/** Inserts rows as a visitor. */
export async function insertAsVisitor(db: PGlite, headers: object, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => pg.escapeIdentifier(column));
  const insert = `insert into public.waitlist (${columns})
    select ${columns} from json_populate_recordset(null::public.waitlist, $1)`;
  await runAsVisitor(db, headers, insert, [JSON.stringify(rows)]);
}

/** Runs one statement, with the rights of a visitor who sent these headers, in one transaction, as PostgREST does. */
export async function runAsVisitor(db: PGlite, headers: object, sql: string, values: unknown[] = []): Promise<void> {
  const asVisitor = `select set_config('role', 'anon', true), set_config('request.headers', $1, true)`;
  await db.transaction(async (visitor) => {
    await visitor.query(asVisitor, [JSON.stringify(headers)]);
    await visitor.query(sql, values);
  });
}
