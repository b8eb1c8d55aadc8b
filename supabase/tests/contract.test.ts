import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../tests/listen.ts';
import { openPglite } from '../local/pglite.ts';
import { restApi } from '../local/rest-api.ts';
import { hasRealStack } from './stack/server.ts';
import { PUBLISHABLE_KEY, startRealStack } from './stack/stack.ts';
import { ada, insertOf, person, type Row, type Sent, toRequest } from './visitor.ts';

// How the API responds to strangers: PostgREST, as in a hosted project, and the local database. Ada is
// on the list before each request.

const bob = { ...person(2), name: 'Bob', instagram: '@élodie' };
const LONGEST = '𝒳'.repeat(1000);

/** The row is stored if the status is 201. */
type Case = [what: string, sent: Sent, status: number];

const post = (body: unknown, headers = {}): Sent => ({ body, headers });
const preferring = (prefer: string) => post(bob, { prefer });
const bobWith = (change: object) => post({ ...bob, ...change });
const get = (path: string, headers = {}): Sent => ({ method: 'GET', path, headers });
const at = (path: string, sent: Sent = post(bob)): Sent => ({ ...sent, path });

/** Requests like the page's: both respond alike. */
const INSERTS: Case[] = [
  ['a sign-up that is on the list', post(ada), 201],
  ['long texts', bobWith({ name: LONGEST, phone_number: LONGEST }), 201],
  ['a name that tries SQL', bobWith({ name: "'); drop table waitlist; --" }), 201],

  ['choosing an id', bobWith({ id: 7 }), 400],
  ['choosing the time of arrival', bobWith({ created_at: '2020-01-01' }), 401],
  ['a column that is not there', bobWith({ admin: true }), 400],
  ['a column that tries SQL', bobWith({ 'name") values (1); --': 1 }), 400],
  ['a table that is not there', at('people'), 404],

  ['broken JSON', post('{"name":'), 400],
  ['endlessly deep JSON', post('['.repeat(20_000)), 400],
  ['an empty body', post(''), 400],
  ['no name', bobWith({ name: undefined }), 401],
  ['a blank email', bobWith({ email: '' }), 401],
  ['a blank handle', bobWith({ instagram: '' }), 401],
  ['a name of 5 MB', bobWith({ name: 'x'.repeat(5_000_000) }), 413],
  ['a name with NUL', bobWith({ name: 'B\u0000b' }), 400],
  ['half a character', post(JSON.stringify(bob).replace('Bob', '\\ud800')), 400],
  ['no time', bobWith({ timestamp: 'soon' }), 400],
];

/** Requests that the page does not send: PostgREST's outcome. The local database responds with 501. */
const OTHERS: Case[] = [
  ['a sign-up in a list of one', post([bob]), 201],

  ['two sign-ups', post([bob, { ...bob, name: 'Carol' }]), 400],
  ['a bad sign-up after a good one', post([bob, { ...bob, name: '' }]), 400],

  ['return=representation', preferring('return=representation'), 401],
  ['probing by a key', at('waitlist?on_conflict=id', preferring('resolution=ignore-duplicates')), 401],

  ['reading the list', get('waitlist'), 401],
  ['changing a row', { ...at('waitlist?name=like.Ada*'), method: 'PATCH' }, 401],
  ['deleting a row', { method: 'DELETE', path: 'waitlist?name=like.Ada*' }, 401],
  ['reading a report', get('people'), 404],
  ['reading the limits', get('sign_up_limits'), 404],
  ['calling a helper', at('rpc/check_request', post({})), 404],
  ['reading another schema', get('people', { 'accept-profile': 'reporting' }), 406],
  ['writing to another schema', post(bob, { 'content-profile': 'private' }), 406],
];

type Api = Awaited<ReturnType<typeof startLocal>>;

async function startLocal() {
  const db = await openPglite();
  const service = await listen(restApi(db));
  return {
    send: (sent: Sent) => fetch(toRequest(sent, service.origin)),
    /** As the database's owner. */
    query: (sql: string): Promise<{ rows: Row[] }> => db.query<Row>(sql),
    stop: () => db.close().finally(service.close),
  };
}

async function startReal(): Promise<Api> {
  const { gateway, postgres, stop } = await startRealStack();
  const db = new pg.Client(postgres.urlOf('postgres'));
  await db.connect();
  return {
    send: ({ headers, ...sent }) =>
      fetch(toRequest({ ...sent, headers: { apikey: PUBLISHABLE_KEY, ...headers } }, gateway.origin)),
    query: (sql) => db.query(sql),
    stop: () => db.end().then(stop),
  };
}

describe('the local database', () => keepsTheContract(startLocal));
describe.skipIf(!hasRealStack)('the real stack', () => keepsTheContract(startReal, 'real'));

function keepsTheContract(start: () => Promise<Api>, real?: 'real'): void {
  let api: Api;
  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api?.stop());
  beforeEach(async () => {
    await api.query('delete from public.waitlist');
    await api.query(insertOf(ada));
  });

  const names = async () =>
    (await api.query('select name from public.waitlist order by id')).rows.map(({ name }) => name);

  const cases = [...INSERTS, ...(real ? OTHERS : OTHERS.map(([what, sent]): Case => [what, sent, 501]))];
  test.each(cases)('responds to %s', async (_what, sent, status) => {
    expect((await api.send(sent)).status).toBe(status);
    expect(await names()).toEqual([ada.name, ...(status === 201 ? [expect.any(String)] : [])]);
  });

  if (real)
    test.each([
      [201, { authorization: `Bearer ${PUBLISHABLE_KEY}` }],
      [401, { authorization: 'Bearer sb_publishable_other' }],
      [401, { authorization: `Bearer ${PUBLISHABLE_KEY}`, apikey: '' }],
    ])('responds with %i to the headers %o', async (status, headers) => {
      expect((await api.send(post(bob, headers))).status).toBe(status);
    });
}
