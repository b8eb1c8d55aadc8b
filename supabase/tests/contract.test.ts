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

/** Stored with 201, no row with 201, or the status of a rejection. */
type Outcome = 'stored' | 'no row' | number;
type Case = [what: string, sent: Sent, outcome: Outcome];

const post = (body: unknown, headers = {}): Sent => ({ body, headers });
const preferring = (prefer: string) => post(bob, { prefer });
const bobWith = (change: object) => post({ ...bob, ...change });
const get = (path: string, headers = {}): Sent => ({ method: 'GET', path, headers });
const at = (path: string, sent: Sent = post(bob)): Sent => ({ ...sent, path });
const csv = (...lines: string[]) =>
  post(['name,phone_number,timestamp', ...lines].join('\n'), { 'content-type': 'text/csv' });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OBJECT = 'application/vnd.pgrst.object+json';
const BY_KEY = 'waitlist?on_conflict=id';

/** Requests like the page's: both respond alike. */
const INSERTS: Case[] = [
  ['a sign-up that is on the list', post(ada), 'stored'],
  ['long texts', bobWith({ name: LONGEST, phone_number: LONGEST }), 'stored'],
  ['a number for a name', bobWith({ name: 1 }), 'stored'],
  ['a name that tries SQL', bobWith({ name: "'); drop table waitlist; --" }), 'stored'],

  ['choosing an id', bobWith({ id: 7 }), 400],
  ['choosing the time of arrival', bobWith({ created_at: '2020-01-01' }), 401],
  ['a column that is not there', bobWith({ admin: true }), 400],
  ['a column that tries SQL', bobWith({ 'name") values (1); --': 1 }), 400],
  ['a table that is not there', at('people'), 404],
  ["a table of the system's", at('pg_authid'), 404],

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
  ['a sign-up in a list of one', post([bob]), 'stored'],
  ['a sign-up as CSV', csv('Bob,2,2026-11-21'), 'stored'],
  ['a sign-up as a form', post('name=Bob&phone_number=2&timestamp=2026-11-21', FORM), 'stored'],
  ['named columns', at('waitlist?columns=name,phone_number,timestamp'), 'stored'],
  ['no sign-up at all', post([]), 'no row'],
  // PostgREST takes it for no row.
  ['a text for a row', post('"Bob"'), 'no row'],
  ['a picture', post('GIF', { 'content-type': 'image/gif' }), 400],

  ['two sign-ups', post([bob, { ...bob, name: 'Carol' }]), 400],
  ['an identical sign-up and a new one', post([ada, bob]), 400],
  ['a bad sign-up after a good one', post([bob, { ...bob, name: '' }]), 400],
  ['two, with a response of one object', post([ada, bob], { accept: OBJECT }), 400],
  ['two sign-ups as CSV', csv('Bob,2,2026-11-21', 'Carol,3,2026-11-21'), 400],
  ['rows of different shapes', post([bob, { name: 'Carol' }]), 400],

  ['return=representation', preferring('return=representation'), 401],
  ['return=headers-only', preferring('return=headers-only'), 401],
  ['handling=strict and nonsense', preferring('handling=strict, nonsense=1'), 400],
  ['handling=lenient and nonsense', preferring('handling=lenient, nonsense=1'), 'stored'],
  ['overwriting a row', preferring('resolution=merge-duplicates'), 401],
  ['overwriting by a key', at(BY_KEY, preferring('resolution=merge-duplicates')), 401],
  ['probing by a key', at(BY_KEY, preferring('resolution=ignore-duplicates')), 401],

  ['reading the list', get('waitlist'), 401],
  ['reading one column', get('waitlist?select=name&limit=1'), 401],
  ['reading the headers', { ...get('waitlist'), method: 'HEAD' }, 401],
  // PostgREST 12 returns 415, and later versions 406.
  ['reading the plan', get('waitlist', { accept: 'application/vnd.pgrst.plan' }), 415],
  ['changing a row', { ...at('waitlist?name=like.Ada*'), method: 'PATCH' }, 401],
  ['putting a row', { ...at('waitlist?id=eq.1', bobWith({ id: 1 })), method: 'PUT' }, 400],
  ['deleting a row', { method: 'DELETE', path: 'waitlist?name=like.Ada*' }, 401],
  ['reading a report', get('people'), 404],
  ['reading the limits', get('sign_up_limits'), 404],
  ["reading the system's tables", get('pg_authid'), 404],
  ['calling a helper', at('rpc/check_request', post({})), 404],
  ['reading another schema', get('people', { 'accept-profile': 'reporting' }), 406],
  ['writing to another schema', post(bob, { 'content-profile': 'private' }), 406],
];

/** How a client may send a sign-up other than plainly. */
const WAYS = [{}, { prefer: 'return=minimal' }, { accept: OBJECT }, { accept: 'text/csv' }];
const OTHER_WAYS = ['count=exact', 'count=planned', 'missing=default', 'tx=rollback'];

type Api = Awaited<ReturnType<typeof startLocal>>;

async function startLocal() {
  const db = await openPglite();
  const service = await listen(restApi(db));
  return {
    send: (sent: Sent) => fetch(toRequest(sent, service.origin)),
    /** As the database's owner. */
    query: (sql: string): Promise<{ rows: Row[] }> => db.query<Row>(sql),
    /** What Postgres has logged. The local database has no log. */
    log: () => '',
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
    log: () => postgres.log.join('\n'),
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
  const apparent = async (response: Response) => ({
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date'),
    body: await response.text(),
  });

  const cases = [...INSERTS, ...(real ? OTHERS : OTHERS.map(([what, sent]): Case => [what, sent, 501]))];
  test.each(cases)('responds to %s', async (_what, sent, outcome) => {
    const status = typeof outcome === 'number' ? outcome : 201;
    expect((await api.send(sent)).status).toBe(status);
    expect(await names()).toEqual([ada.name, ...(outcome === 'stored' ? [expect.any(String)] : [])]);
  });

  test.each([...WAYS, ...(real ? OTHER_WAYS.map((prefer) => ({ prefer })) : [])])(
    'responds alike to a new sign-up and to one that is on the list, sent with %o',
    async (headers) => {
      const fresh = await apparent(await api.send(post(bob, headers)));
      expect(await apparent(await api.send(post(bob, headers)))).toEqual(fresh);
      expect(fresh.status).toBe(201);
      expect(await names()).toEqual([ada.name, 'Bob', 'Bob']);
    },
  );

  if (real)
    test.each([
      [201, { authorization: `Bearer ${PUBLISHABLE_KEY}` }],
      [401, { authorization: 'Bearer sb_publishable_other' }],
      [401, { authorization: `Bearer ${PUBLISHABLE_KEY}`, apikey: '' }],
    ])('responds with %i to the headers %o', async (status, headers) => {
      expect((await api.send(post(bob, headers))).status).toBe(status);
    });

  if (real)
    test('logs nothing of what was typed', async () => {
      const secret = { ...bob, name: 'Secret Name', email: 'secret@example.com' };
      const blank = Object.keys(ada).flatMap((column) => [{ [column]: null }, { [column]: ' ' }]);
      const wrong = [
        { email: 'secret' },
        { name: LONGEST.repeat(2) },
        { timestamp: 'infinity' },
        { timestamp: 'soon' },
      ];
      for (const mistake of [...blank, ...wrong, { id: 1 }, { created_at: 'now' }, { sender: 1 }, { person: 'x' }]) {
        await api.send(post({ ...secret, ...mistake }));
      }
      await api.send(post([secret, secret]));
      await api.send(post(JSON.stringify(secret).slice(0, -1)));
      await api.send(post(secret, { prefer: 'return=representation' }));
      await api.send(post(secret));
      expect(api.log()).toContain('violates row-level security policy');
      expect(api.log()).toContain('"soon"');
      expect(api.log()).not.toMatch(/secret|Bob|Ada|robin/i);
    });

  test('responds to a sign-up beyond the limit with 429', async () => {
    await api.query('update private.sign_up_limits set per_sender = 0');
    const response = await api.send(post(bob));
    await api.query('update private.sign_up_limits set per_sender = default');
    expect(response.status).toBe(429);
    expect(await names()).toEqual([ada.name]);
  });
}
