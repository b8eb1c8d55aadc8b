import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasRealStack, PUBLISHABLE_KEY, type RealStack, startRealStack } from './stack.ts';
import { ada, insertOf, people, person, type Row, type Sent, toRequest, visit } from './visitor.ts';

// How the API responds to strangers, and what an attacker, a full room, or the team at the wrong moment does to the
// list. On PostgreSQL and PostgREST: PGlite has one connection, so no two requests at once.

const bob = { ...person(2), name: 'Bob', instagram: '@élodie' };
const LONGEST = '𝒳'.repeat(1000);
const with2MillionRows = `[${Array(2_000_000).fill('{}')}]`;

const post = (body: unknown): Sent => ({ body });
const bobWith = (change: object) => post({ ...bob, ...change });

/** The row is stored if the status is 201. */
const RESPONSES: [what: string, sent: Sent, status: number][] = [
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
  ['a name with NUL', bobWith({ name: 'B\u0000b' }), 400],
  ['half a character', post(JSON.stringify(bob).replace('Bob', '\\ud800')), 400],
  ['a preference', { body: bob, headers: { prefer: 'return=minimal' } }, 400],
  ['no time', bobWith({ timestamp: 'soon' }), 400],

  ['two sign-ups', post([bob, { ...bob, name: 'Carol' }]), 400],
  [
    'probing by a key',
    { ...post(bob), path: 'waitlist?on_conflict=id', headers: { prefer: 'resolution=ignore-duplicates' } },
    400,
  ],
  ['reading the list', { method: 'GET' }, 401],
  ['changing the list', { method: 'PATCH', path: 'waitlist?id=gt.0', body: { name: 'Mallory' } }, 401],
  ['emptying the list', { method: 'DELETE', path: 'waitlist?id=gt.0' }, 401],
  ['writing to another schema', { ...post(bob), headers: { 'content-profile': 'private' } }, 406],
];

describe.skipIf(!hasRealStack)('on the real stack', () => {
  let stack: RealStack;
  /** As PostgREST connects. */
  let api: pg.Pool;
  let team: pg.Pool;

  beforeAll(async () => {
    stack = await startRealStack();
    api = new pg.Pool({ connectionString: stack.urlOf('authenticator'), max: 16 });
    team = new pg.Pool({ connectionString: stack.urlOf('postgres') });
    // Connections that still close when the server stops.
    for (const pool of [api, team]) pool.on('error', () => {});
  });
  afterAll(async () => {
    await Promise.all([api?.end(), team?.end()]);
    await stack?.stop();
  });
  beforeEach(async () => {
    await team.query('truncate public.waitlist; update private.sign_up_limits set per_sender = default');
  });

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  /** Runs SQL in a transaction of the team, which stays open until the test is over. */
  async function hold(sql: string) {
    const editor = await team.connect();
    onTestFinished(() => editor.query('rollback').then(() => editor.release()));
    await editor.query(`begin; ${sql}`);
  }

  /** The most kilobytes that PostgREST's connections have had, in sum. */
  async function memory() {
    const { rows } = await team.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name ilike 'postgrest%'`,
    );
    expect(rows).not.toEqual([]);
    const statuses = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/status`, 'utf8')));
    return statuses.reduce((sum, status) => sum + Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]), 0);
  }

  /** Sends a request to the API with a visitor's key. */
  const send = ({ headers, ...sent }: Sent, options?: RequestInit) =>
    fetch(toRequest({ ...sent, headers: { apikey: PUBLISHABLE_KEY, ...headers } }, stack.gateway.origin), options);

  /** One request, as PostgREST runs it. */
  async function signUp(row: Row, address: string, beforeCommit?: () => Promise<unknown>) {
    const client = await api.connect();
    try {
      await client.query('begin');
      // PostgREST applies the settings of the role.
      await client.query(`
        select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
        from pg_roles, unnest(rolconfig) as setting where rolname = 'anon'`);
      await visit(client, insertOf(row), { 'cf-connecting-ip': address });
      await beforeCommit?.();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  test.each(RESPONSES)('responds to %s', async (_what, sent, status) => {
    await team.query(insertOf(ada));
    expect((await send(sent)).status).toBe(status);
    expect(await stored()).toBe(status === 201 ? 2 : 1);
  });

  test('rejects a request that is too large before Postgres reads it', async () => {
    const before = await memory();
    expect((await send(post(with2MillionRows))).status).toBe(413);
    expect((await memory()) - before).toBeLessThan(100_000);
  });

  test('rejects a request without a length, and one beyond the limit', async () => {
    // A stream is sent in chunks.
    const stream = new Blob([JSON.stringify(ada)]).stream();
    expect((await send(post(''), Object.assign({ body: stream }, { duplex: 'half' }))).status).toBe(411);
    await team.query('update private.sign_up_limits set per_sender = 0');
    expect((await send(post(ada))).status).toBe(429);
    expect(await stored()).toBe(0);
  });

  test('lets no sign-up of a venue wait for the commit of another', async () => {
    await signUp(ada, '198.51.100.3', () => signUp(ada, '198.51.100.3'));
    expect(await stored()).toBe(2);
  });

  // At most one more than the limit for each connection.
  test.each([
    ['everybody of a full room', 'default', 300, 300],
    ['the limit of one sender', '48', 48, 64],
  ])('lets in at once: %s', async (_what, limit, least, most) => {
    await team.query(`update private.sign_up_limits set per_sender = ${limit}`);
    const guests = people(300).map((guest) => signUp(guest, '198.51.100.1'));
    const outcomes = await Promise.allSettled(guests);
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'stored'));
    for (const code of codes) expect(code).toBeOneOf(['stored', 'PT429']);
    const accepted = codes.filter((code) => code === 'stored').length;
    expect(accepted).toBeGreaterThanOrEqual(least);
    expect(accepted).toBeLessThanOrEqual(most);
    expect(await stored()).toBe(accepted);
  });

  test.each([
    ['a backup runs', 'lock table public.waitlist, private.sign_up_limits in access share mode'],
    ['the team changes rows', 'lock table public.waitlist in row exclusive mode'],
    ['the team sets the limit', 'update private.sign_up_limits set per_sender = 1'],
  ])('accepts sign-ups while %s', async (_what, sql) => {
    await hold(sql);
    await signUp(ada, '198.51.100.6');
    expect(await stored()).toBe(1);
  });

  test('fails after a second, for the page to retry, during an open lock of the table', async () => {
    await hold('lock table public.waitlist');
    const response = await send(post(ada));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: '55P03' });
  });

  test('logs nothing of what was typed', async () => {
    const before = stack.log.length;
    const secret = { ...ada, name: 'Secret Name', email: 'secret@example.com' };
    const blank = Object.keys(ada).map((column) => ({ [column]: ' ' }));
    const wrong = [{ email: 'secret' }, { name: 'Ada'.repeat(400) }, { timestamp: 'infinity' }, { timestamp: 'soon' }];
    const others = [{ name: null }, { timestamp: null }, { id: 1 }, { created_at: 'now' }, { sender_group: 1 }];
    const bodies = [...blank, ...wrong, ...others].map((mistake) => ({ ...secret, ...mistake }));
    for (const body of [...bodies, [secret, secret], JSON.stringify(secret).slice(0, -1)]) {
      expect((await send(post(body))).status).toBeOneOf([400, 401]);
    }
    expect((await send(post(secret))).status).toBe(201);
    const log = stack.log.slice(before).join('\n');
    expect(log).toContain('violates row-level security policy');
    expect(log).not.toMatch(/secret|Ada|robin/i);
  });
});
