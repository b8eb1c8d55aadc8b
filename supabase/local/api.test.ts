import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../tests/listen.ts';
import { ada, signUp, storedRows } from '../tests/visitor.ts';
import { localApi } from './api.ts';
import { openPglite } from './pglite.ts';

// Who can do what through the local API. supabase/tests/real-stack.test.ts has the responses of the real one.

const db = await openPglite();
const api = await listen(localApi(db));
afterAll(() => {
  api.close();
  return db.close();
});
beforeEach(() => db.exec('truncate public.waitlist'));

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends what a program can: unlike `fetch`, also another `Host`, or from another address. */
async function send(path: string, body: object, { headers, ...options }: RequestOptions = {}) {
  const sent = request(api.origin + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, ...options });
  sent.end(options.method ? '' : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return { status: response?.statusCode, body: response && (await json(response)) };
}

const sql = (text: string) => send('/sql', { sql: text });

test('inserts a row as a visitor, and nothing else', async () => {
  expect((await send('/rest/v1/waitlist', ada)).status).toBe(201);
  for (const [path, body, options] of [
    ['/rest/v1/waitlist', [ada]],
    ['/rest/v1/waitlist', { ...ada, email: '' }],
    ['/rest/v1/waitlist', { ...ada, id: 7 }],
    ['/rest/v1/waitlist', { ...ada, name: 'x'.repeat(30_000) }],
    ['/rest/v1/waitlist', {}, { method: 'GET' }],
    ['/rest/v1/waitlist?on_conflict=id', ada],
    ['/rest/v1/waitlist', ada, { headers: { 'content-type': 'text/plain' } }],
    ['/rest/v1/sign_up_limits', { per_sender: 1 }],
  ] as const) {
    expect((await send(path, body, options)).status).toBeOneOf([400, 413]);
  }
  expect(await storedRows(db)).toMatchObject([ada.name].map((name) => ({ name })));
});

/** What a request has that no program on this machine sends. */
const STRANGERS: [what: string, options: RequestOptions][] = [
  ['a website whose name leads to this machine', { headers: { host: 'evil.example:4173' } }],
  ['a page in a browser', { headers: { origin: 'http://localhost:4173' } }],
  ['a form in a browser', { headers: { 'content-type': 'text/plain' } }],
  ['the preflight of a browser', { method: 'OPTIONS' }],
  ['a proxy', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
  ['a proxy of the standard', { headers: { forwarded: 'for=192.0.2.1' } }],
  ['a tunnel', { headers: { 'cf-connecting-ip': '192.0.2.1' } }],
];
// Of the loopback addresses, Linux alone can send from another one.
if (process.platform === 'linux') STRANGERS.push(['another address', { localAddress: '127.0.0.2' }]);

test.each(STRANGERS)('runs no SQL of %s', async (_what, options) => {
  await signUp(db, ada);
  const { status, body } = await send('/sql', { sql: 'truncate public.waitlist' }, options);
  expect([status, body]).toEqual([400, { code: '', message: 'Only an insert of a row is possible.' }]);
  expect(await storedRows(db)).toHaveLength(1);
});

test('returns what Postgres writes, and leaves nothing to the page or the next query', async () => {
  await sql('begin; set role anon; create temporary table t ()');
  const { body } = await sql(`select current_user as a, null as b, 9007199254740993 as c; select '{2}'::int[] as d`);
  expect(body).toEqual([[{ a: 'postgres', b: null, c: '9007199254740993' }], [{ d: '{2}' }]]);
  expect(await sql('select 1 from nowhere')).toMatchObject({
    status: 400,
    body: { message: 'relation "nowhere" does not exist' },
  });
  // No transaction runs with the role of another.
  const visit = () => signUp(db, ada);
  const readRole = () => sql('select current_user from pg_sleep(0.01)').then((reply) => reply.body);
  const outcomes = await Promise.all([readRole(), visit(), readRole(), visit(), readRole()]);
  const owner = [[{ current_user: 'postgres' }]];
  expect(outcomes).toEqual([owner, undefined, owner, undefined, owner]);
});
