import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../../vite/testing/server.ts';
import { adaRow, addSignUps, storedRows } from '../tests/visitor.ts';
import { isFromThisMachine, localApi } from './api.ts';
import { openPglite } from './pglite.ts';

const db = await openPglite();
const api = await listen(localApi(db));
afterAll(() => db.close().finally(api.close));
beforeEach(() => db.exec('truncate public.waitlist; update private.sign_up_limits set per_sender = default'));

/** Sends what a program can: unlike `fetch`, also another `Host`. */
async function send(path: string, body: object, { headers, ...options }: RequestOptions = {}) {
  const all = { 'content-type': 'application/json', ...headers };
  const sent = request(api.origin + path, { method: 'POST', headers: all, ...options });
  sent.end(options.method ? '' : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return { status: response?.statusCode, body: response && (await json(response)) };
}

test('stores one sign-up, and nothing that the policy or the limit refuses', async () => {
  expect(await send('/rest/v1/waitlist', adaRow)).toEqual({ status: 201, body: {} });
  expect((await send('/rest/v1/waitlist', { ...adaRow, email: '' })).status).toBe(400);
  expect((await send('/rest/v1/rpc/other', {})).status).toBe(404);
  await db.exec('update private.sign_up_limits set per_sender = 0');
  expect((await send('/rest/v1/waitlist', adaRow)).status).toBe(429);
  expect(await storedRows(db)).toHaveLength(1);
});

test.each<[what: string, options: RequestOptions]>([
  ['a website whose name leads to this machine', { headers: { host: 'evil.example:4173' } }],
  ['a form in a browser', { headers: { 'content-type': 'text/plain' } }],
  ['the preflight of a browser', { method: 'OPTIONS', headers: { 'content-type': '' } }],
])('runs no SQL of %s', async (_what, options) => {
  await addSignUps(db, [adaRow]);
  expect((await send('/sql', { sql: 'truncate public.waitlist' }, options)).status).toBe(400);
  expect(await storedRows(db)).toHaveLength(1);
});

test('a request from the network is not from this machine', () => {
  const request = { socket: { remoteAddress: '192.0.2.1' }, headers: { host: 'localhost:4173' } } as IncomingMessage;
  expect(isFromThisMachine(request)).toBe(false);
});

test('returns what Postgres writes, and the message of an error', async () => {
  const { body } = await send('/sql', { sql: `select null as b, 9007199254740993 as c; select '{2}'::int[] as d` });
  expect(body).toEqual([[{ b: null, c: '9007199254740993' }], [{ d: '{2}' }]]);
  const failed = await send('/sql', { sql: 'select 1 from nowhere' });
  expect(failed).toEqual({ status: 400, body: { message: 'relation "nowhere" does not exist' } });
});
