import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasRealStack } from './stack/server.ts';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from './stack/stack.ts';
import { ada, insertOf, people, type Row, toRequest, visit } from './visitor.ts';

// What an attacker, a full room, or the team at the wrong moment does to the list. On PostgreSQL and
// PostgREST: PGlite has one connection, so no two requests at once, and no process whose memory can be read.

const POSTGREST = `application_name ilike 'postgrest%'`;

describe.skipIf(!hasRealStack)('on the real stack', () => {
  let stack: RealStack;
  /** As PostgREST connects. */
  let api: pg.Pool;
  let team: pg.Pool;

  beforeAll(async () => {
    stack = await startRealStack();
    api = new pg.Pool({ connectionString: stack.postgres.urlOf('authenticator'), max: 16 });
    team = new pg.Pool({ connectionString: stack.postgres.urlOf('postgres') });
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

  /** The most kilobytes that these processes of the server have had, in sum. */
  async function memory(processes: string) {
    const { rows } = await team.query<{ pid: number }>(`select pid from pg_stat_activity where ${processes}`);
    expect(rows).not.toEqual([]);
    const statuses = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/status`, 'utf8')));
    return statuses.reduce((sum, status) => sum + Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]), 0);
  }

  /** A request to the API. */
  const request = (body: unknown) => toRequest({ body, headers: { apikey: PUBLISHABLE_KEY } }, stack.gateway.origin);

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

  // In jsonb, this number has 131,072 digits.
  const bomb = JSON.stringify(ada).replace(`"${ada.name}"`, `[${Array(100).fill('1e131071')}]`);
  test.each([
    ['megabytes by POST', 'POST', `[${Array(2_000_000).fill('{}')}]`, 413],
    ['megabytes by PATCH', 'PATCH', `[${Array(2_000_000).fill('{}')}]`, 413],
    ['numbers that grow', 'POST', `[${bomb}]`, 400],
  ])('rejects %s before Postgres parses them', async (_what, method, body, status) => {
    // For this preference, PostgREST passes the body as jsonb, which takes 200 times its size.
    const headers = { apikey: PUBLISHABLE_KEY, prefer: 'missing=default' };
    const sent = { method, headers, body };
    const before = await memory(POSTGREST);
    expect((await fetch(toRequest(sent, stack.gateway.origin))).status).toBe(status);
    expect((await memory(POSTGREST)) - before).toBeLessThan(100_000);
  });

  test('rejects a request without a length, and one beyond the limit', async () => {
    // A stream is sent in chunks.
    const stream = { body: request(ada).body, duplex: 'half' };
    expect((await fetch(request(''), stream)).status).toBe(411);
    await team.query('update private.sign_up_limits set per_sender = 0');
    expect((await fetch(request(ada))).status).toBe(429);
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
    const response = await fetch(request(ada));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: '55P03' });
  });

  test('logs nothing of what was typed', async () => {
    const before = stack.postgres.log.length;
    const secret = { ...ada, name: 'Secret Name', email: 'secret@example.com' };
    const blank = Object.keys(ada).map((column) => ({ [column]: ' ' }));
    const wrong = [{ email: 'secret' }, { name: 'Ada'.repeat(400) }, { timestamp: 'infinity' }, { timestamp: 'soon' }];
    const others = [{ name: null }, { timestamp: null }, { id: 1 }, { created_at: 'now' }, { sender: 1 }];
    const bodies = [...blank, ...wrong, ...others].map((mistake) => ({ ...secret, ...mistake }));
    for (const body of [...bodies, [secret, secret], JSON.stringify(secret).slice(0, -1)]) {
      expect((await fetch(request(body))).status).toBeOneOf([400, 401]);
    }
    expect((await fetch(request(secret))).status).toBe(201);
    const log = stack.postgres.log.slice(before).join('\n');
    expect(log).toContain('violates row-level security policy');
    expect(log).not.toMatch(/secret|Ada|robin/i);
  });

  test('reads the people of a number with 20,000 long sign-ups in less than 20 MB', async () => {
    await team.query(`
      insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
      select text, '1', text, text, now()
      from generate_series(1, 20000) as n,
        lateral (select string_agg(md5(n || '-' || part), '') as text from generate_series(1, 31) as part) as texts;
      analyze public.waitlist;
    `);
    const client = new pg.Client({ connectionString: stack.postgres.urlOf('postgres'), application_name: 'report' });
    await client.connect();
    const peak = () => memory(`application_name = 'report'`);
    // What reading the table takes by itself.
    await client.query('select sum(length(waitlist::text)) from public.waitlist');
    const before = await peak();
    await client.query('select * from reporting.people');
    expect((await peak()) - before).toBeLessThan(20_000);
    await client.end();
  });
});
