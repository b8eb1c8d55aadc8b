import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasRealStack, PUBLISHABLE_KEY, type RealStack, startRealStack } from './stack.ts';
import { ada, type Headers, insertOf, people, person, post } from './visitor.ts';

// How the API responds to strangers, and what an attacker, a full room, or the team at the wrong moment does to the
// list. On PostgreSQL and PostgREST: PGlite has one connection, so no two requests at once.

const LONGEST = '𝒳'.repeat(1000);
const bob = { ...person(2), name: 'Bob', instagram: '@élodie' };
const body = (change: object) => ({ body: { ...bob, ...change } });

/** What is sent to the API: by default a POST to the list. A text is sent as it is. */
type Sent = { method?: string; path?: string; headers?: Headers; body?: unknown };

/** The row is stored if the status is 201. */
const RESPONSES: [what: string, status: number, sent: Sent][] = [
  ['a sign-up that is on the list', 201, { body: ada }],
  ['long texts', 201, body({ name: LONGEST, phone_number: LONGEST })],
  ['a name that tries SQL', 201, body({ name: "'); drop table waitlist; --" })],
  ['choosing an id', 400, body({ id: 7 })],
  ['choosing the time of arrival', 401, body({ created_at: '2020-01-01' })],
  ['a column that is not there', 400, body({ admin: true })],
  ['a table that is not there', 404, { path: 'people', body: bob }],
  ['broken JSON', 400, { body: '{"name":' }],
  ['endlessly deep JSON', 400, { body: '['.repeat(20_000) }],
  ['no name', 401, body({ name: undefined })],
  ['a blank email', 401, body({ email: '' })],
  ['a name with NUL', 400, body({ name: 'B\u0000b' })],
  ['half a character', 400, { body: JSON.stringify(bob).replace('Bob', '\\ud800') }],
  ['no time', 400, body({ timestamp: 'soon' })],
  ['two sign-ups', 400, { body: [bob, bob] }],
  [
    'an upsert',
    400,
    { path: 'waitlist?on_conflict=id', body: bob, headers: { prefer: 'resolution=merge-duplicates' } },
  ],
  ['reading the list', 401, { method: 'GET' }],
  ['changing the list', 401, { method: 'PATCH', path: 'waitlist?id=gt.0', body: { name: 'Mallory' } }],
  ['emptying the list', 401, { method: 'DELETE', path: 'waitlist?id=gt.0' }],
  ['writing to another schema', 406, { body: bob, headers: { 'content-profile': 'private' } }],
];

describe.skipIf(!hasRealStack)('on the real stack', () => {
  let stack: RealStack;
  let team: pg.Pool;

  beforeAll(async () => {
    stack = await startRealStack();
    team = new pg.Pool({ connectionString: stack.urlOf('postgres') });
    // Connections that still close when the server stops.
    team.on('error', () => {});
  });
  afterAll(() => team?.end().finally(stack.stop));
  beforeEach(async () => {
    await team.query('truncate public.waitlist; update private.sign_up_limits set per_sender = default');
  });

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  /** Sends a request to the API with a visitor's key. */
  function send({ method = 'POST', path = 'waitlist', headers, body }: Sent) {
    const content = typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body);
    const all = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers };
    const options = { method, headers: all, duplex: 'half', ...(content !== undefined && { body: content }) };
    return fetch(`${stack.gateway.origin}/rest/v1/${path}`, options);
  }

  /** Begins a transaction of the team, which stays open until the test is over. */
  async function begin() {
    const session = await team.connect();
    onTestFinished(() => session.query('rollback').then(() => session.release()));
    await session.query('begin');
    return session;
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

  test.each(RESPONSES)('responds to %s', async (_what, status, sent) => {
    await team.query(insertOf(ada));
    expect((await send(sent)).status).toBe(status);
    expect(await stored()).toBe(status === 201 ? 2 : 1);
  });

  test('rejects a request that is too large before Postgres reads it', async () => {
    const before = await memory();
    expect((await send({ body: `[${Array(2_000_000).fill('{}')}]` })).status).toBe(413);
    expect((await memory()) - before).toBeLessThan(100_000);
  });

  test('rejects a request without a length, and one beyond the limit', async () => {
    // A stream is sent in chunks.
    expect((await send({ body: new Blob([JSON.stringify(ada)]).stream() })).status).toBe(411);
    await team.query('update private.sign_up_limits set per_sender = 0');
    expect((await send({ body: ada })).status).toBe(429);
    expect(await stored()).toBe(0);
  });

  test('lets no sign-up of a venue wait for the commit of another', async () => {
    await post(await begin(), ada, { 'cf-connecting-ip': '192.0.2.1' });
    expect((await send({ body: ada })).status).toBe(201);
  });

  // At most one more than the limit for each of PostgREST's ten connections.
  test.each([
    ['everybody of a full room', 'default', 300, 300],
    ['the limit of one sender', '48', 48, 58],
  ])('lets in at once: %s', async (_what, limit, least, most) => {
    await team.query(`update private.sign_up_limits set per_sender = ${limit}`);
    const responses = await Promise.all(people(300).map((body) => send({ body })));
    for (const { status } of responses) expect(status).toBeOneOf([201, 429]);
    const accepted = responses.filter(({ status }) => status === 201).length;
    expect(accepted).toBeGreaterThanOrEqual(least);
    expect(accepted).toBeLessThanOrEqual(most);
    expect(await stored()).toBe(accepted);
  });

  test.each([
    [201, 'a backup runs', 'lock table public.waitlist, private.sign_up_limits in access share mode'],
    [201, 'the team changes rows', 'lock table public.waitlist in row exclusive mode'],
    [201, 'the team sets the limit', 'update private.sign_up_limits set per_sender = 1'],
    // After a second, for the page to retry.
    [500, 'the team has locked the table', 'lock table public.waitlist'],
  ])('responds with %i while %s', async (status, _what, sql) => {
    await (await begin()).query(sql);
    expect((await send({ body: ada })).status).toBe(status);
  });

  test('logs nothing of what was typed', async () => {
    const before = stack.log.length;
    const secret = { ...ada, name: 'Secret Name', email: 'secret@example.com' };
    const blank = Object.keys(ada).map((column) => ({ [column]: ' ' }));
    const wrong = [{ email: 'secret' }, { name: 'Ada'.repeat(400) }, { timestamp: 'infinity' }, { timestamp: 'soon' }];
    const others = [{ name: null }, { timestamp: null }, { id: 1 }, { created_at: 'now' }, { sender_group: 1 }];
    const bodies = [...blank, ...wrong, ...others].map((mistake) => ({ ...secret, ...mistake }));
    for (const body of [...bodies, [secret, secret], JSON.stringify(secret).slice(0, -1)]) {
      expect((await send({ body })).status).toBeOneOf([400, 401]);
    }
    expect((await send({ body: secret })).status).toBe(201);
    const log = stack.log.slice(before).join('\n');
    expect(log).toContain('violates row-level security policy');
    expect(log).not.toMatch(/secret|Ada|robin/i);
  });
});
