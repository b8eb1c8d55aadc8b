import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../tests/listen.ts';
import { ada, signUp, storedRows } from '../tests/visitor.ts';
import { localApi } from './api.ts';
import { openPglite } from './pglite.ts';

const db = await openPglite();
const api = await listen(localApi(db));
afterAll(() => db.close().finally(api.close));
beforeEach(() => db.exec('truncate public.waitlist'));

/** Sends what a program can: unlike `fetch`, also another `Host`, or from another address. */
async function send(path: string, body: object, { headers, ...options }: RequestOptions = {}) {
  const all = { 'content-type': 'application/json', ...headers };
  const sent = request(api.origin + path, { method: 'POST', headers: all, ...options });
  sent.end(options.method ? '' : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return { status: response?.statusCode, body: response && (await json(response)) };
}

test.each<[what: string, status: number, body: object, options?: RequestOptions]>([
  ['a sign-up', 201, ada],
  ['several', 400, [ada]],
  ['what the policy rejects', 400, { ...ada, email: '' }],
  ['a read', 400, {}, { method: 'GET' }],
])('responds to %s as to a visitor', async (_what, status, body, options) => {
  expect((await send('/rest/v1/waitlist', body, options)).status).toBe(status);
  expect(await storedRows(db)).toHaveLength(status === 201 ? 1 : 0);
});

/** What a request has that no program on this machine sends. */
const STRANGERS: [what: string, options: RequestOptions][] = [
  ['a website whose name leads to this machine', { headers: { host: 'evil.example:4173' } }],
  ['a page in a browser', { headers: { origin: 'http://localhost:4173' } }],
  ['a form in a browser', { headers: { 'content-type': 'text/plain' } }],
  ['the preflight of a browser', { method: 'OPTIONS' }],
  ['a proxy', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
  ['another proxy', { headers: { forwarded: 'for=192.0.2.1' } }],
];
// Of the loopback addresses, Linux alone can send from another one.
if (process.platform === 'linux') STRANGERS.push(['another address', { localAddress: '127.0.0.2' }]);

test.each(STRANGERS)('runs no SQL of %s', async (_what, options) => {
  await signUp(db, ada);
  const { status, body } = await send('/sql', { sql: 'truncate public.waitlist' }, options);
  expect([status, body]).toEqual([400, { message: 'This request is not allowed.' }]);
  expect(await storedRows(db)).toHaveLength(1);
});

test('returns what Postgres writes, and leaves nothing to the page or the next query', async () => {
  const sql = (text: string) => send('/sql', { sql: text }).then(({ body }) => body);
  await sql('begin; set role anon; create temporary table t ()');
  const statements = `select current_user as a, null as b, 9007199254740993 as c; select '{2}'::int[] as d`;
  expect(await sql(statements)).toEqual([[{ a: 'postgres', b: null, c: '9007199254740993' }], [{ d: '{2}' }]]);
  expect(await sql('select 1 from nowhere')).toEqual({ message: 'relation "nowhere" does not exist' });
  // No transaction runs with the role of another.
  const readRole = () => sql('select current_user from pg_sleep(0.01)');
  const outcomes = await Promise.all([readRole(), signUp(db, ada), readRole(), signUp(db, ada), readRole()]);
  const owner = [[{ current_user: 'postgres' }]];
  expect(outcomes).toEqual([owner, undefined, owner, undefined, owner]);
});
