import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { restApi } from '../local/rest-api.ts';
import { listen } from './listen.ts';
import { hasRealStack } from './stack/server.ts';
import { PUBLISHABLE_KEY, startRealStack } from './stack/stack.ts';
import { ada, insertOf, person, type Row, type Sent, toRequest } from './visitor.ts';

// How the API responds to strangers: PostgREST, as in a hosted project, and the local database. Ada is
// on the list before each request.

const bob = { ...person(2), name: 'Bob', instagram: '@élodie' };
const LONGEST = '𝒳'.repeat(1000);

/** The row is stored if the status is 201. */
type Case = [what: string, sent: Sent, status: number];

const post = (body: unknown): Sent => ({ body });
const bobWith = (change: object) => post({ ...bob, ...change });

/** Requests like the page's: both respond alike. */
const INSERTS: Case[] = [
  ['a sign-up that is on the list', post(ada), 201],
  ['long texts', bobWith({ name: LONGEST, phone_number: LONGEST }), 201],
  ['a name that tries SQL', bobWith({ name: "'); drop table waitlist; --" }), 201],

  ['choosing an id', bobWith({ id: 7 }), 400],
  ['choosing the time of arrival', bobWith({ created_at: '2020-01-01' }), 401],
  ['a column that is not there', bobWith({ admin: true }), 400],
  ['a column that tries SQL', bobWith({ 'name") values (1); --': 1 }), 400],
  ['a table that is not there', { path: 'people', body: bob }, 404],

  ['broken JSON', post('{"name":'), 400],
  ['endlessly deep JSON', post('['.repeat(20_000)), 400],
  ['no name', bobWith({ name: undefined }), 401],
  ['a blank email', bobWith({ email: '' }), 401],
  ['a name of 5 MB', bobWith({ name: 'x'.repeat(5_000_000) }), 413],
  ['a name with NUL', bobWith({ name: 'B\u0000b' }), 400],
  ['half a character', post(JSON.stringify(bob).replace('Bob', '\\ud800')), 400],
  ['a preference', { body: bob, headers: { prefer: 'return=minimal' } }, 400],
  ['no time', bobWith({ timestamp: 'soon' }), 400],
];

/** Requests that the page does not send: PostgREST's outcome. The local database responds with 501. */
const OTHERS: Case[] = [
  ['two sign-ups', post([bob, { ...bob, name: 'Carol' }]), 400],
  [
    'probing by a key',
    { body: bob, path: 'waitlist?on_conflict=id', headers: { prefer: 'resolution=ignore-duplicates' } },
    400,
  ],
  ['reading the list', { method: 'GET' }, 401],
  ['writing to another schema', { body: bob, headers: { 'content-profile': 'private' } }, 406],
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
}
