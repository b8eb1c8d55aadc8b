import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRealStack } from './stack/server.ts';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from './stack/stack.ts';
import { ada, insertOf, moveCounts, people, person, type Row, toRequest, visit } from './visitor.ts';

// What an attacker, a full room, or the team at the wrong moment does to the list. On PostgreSQL and
// PostgREST: PGlite has one connection, so no two requests at once, and no process whose memory can be read.

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
    await team.query(`truncate public.waitlist, private.this_hour, private.senders, private.sign_up_limits;
      insert into private.sign_up_limits default values`);
  });

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  /** Runs SQL in a transaction of the team. It stays open until the test ends it or is over. */
  async function hold(sql: string) {
    const editor = await team.connect();
    const end = (how: 'commit' | 'rollback') => editor.query(how);
    onTestFinished(() => end('rollback').then(() => editor.release()));
    await editor.query(`begin; ${sql}`);
    return end;
  }

  /** Resolves when so many requests wait for another one. */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(count);
    });

  /** The most kilobytes that the connections of PostgREST have had, in sum. */
  async function memory() {
    const { rows } = await team.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name ilike 'postgrest%'`,
    );
    const statuses = rows.map(({ pid }) => readFile(`/proc/${pid}/status`, 'utf8'));
    const peaks = (await Promise.all(statuses)).map((text) => Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]));
    return peaks.reduce((sum, peak) => sum + peak, 0);
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

  /** The first sign-up of an hour makes others wait, because it adds the hour's row. It is not on the list. */
  async function startHour() {
    await signUp(person(0), '198.51.100.2');
    await team.query('truncate public.waitlist');
  }

  // If Postgres read the time, the response would be 400.
  const unreadable = { ...ada, timestamp: 'soon' };
  test.each([
    ['a hundred thousand rows', Array(100_000).fill(unreadable)],
    ['megabytes', { ...unreadable, name: '\ufeff'.repeat(8_000_000) }],
  ])('rejects %s before Postgres reads it', async (_what, body) => {
    expect((await fetch(request(body))).status).toBe(413);
  });

  test.each(['POST', 'PATCH'])('rejects megabytes by %s before Postgres parses them', async (method) => {
    // For this preference, PostgREST passes the body as jsonb, which takes 200 times its size.
    const headers = { apikey: PUBLISHABLE_KEY, prefer: 'missing=default' };
    const sent = { method, headers, body: `[${Array(2_000_000).fill('{}')}]` };
    const before = await memory();
    expect((await fetch(toRequest(sent, stack.gateway.origin))).status).toBe(413);
    expect((await memory()) - before).toBeLessThan(100_000);
  });

  test('stores a sign-up without a length, four of them at once at most', async () => {
    const send = async (n: number) => {
      // A stream is sent in chunks.
      const stream = { body: request(person(n)).body, duplex: 'half' };
      return (await fetch(request(''), stream)).status;
    };
    const take = (n: number) => hold(`select pg_advisory_xact_lock('public.waitlist'::regclass::integer, ${n})`);
    for (const other of [1, 2, 3]) await take(other);
    expect(await send(1)).toBe(201);
    const end = await take(4);
    expect(await send(2)).toBe(503);
    await end('rollback');
    expect(await send(3)).toBe(201);
    expect(await stored()).toBe(2);
  });

  test('keeps the second of two when the first one is taken back', async () => {
    await startHour();
    let second: Promise<unknown> | undefined;
    const first = signUp(ada, '192.0.2.1', async () => {
      second = signUp(ada, '192.0.2.2');
      await waiting(1);
      throw new Error('taken back');
    });
    await expect(first).rejects.toThrow('taken back');
    await second;
    expect(await stored()).toBe(1);
  });

  test.each([
    ['deletes', 'delete from public.waitlist', 1],
    ['changes', `update public.waitlist set name = 'Other'`, 2],
  ])('keeps one of three that are identical to a row that the team %s', async (_what, sql, rows) => {
    await signUp(ada, '192.0.2.1');
    const end = await hold(sql);
    await Promise.all([2, 3, 4].map((n) => signUp(ada, `192.0.2.${n}`)));
    await end('commit');
    expect(await stored()).toBe(rows);
  });

  // The times of a burst would otherwise reveal who is on the list.
  test.each(['new', 'known'])(
    'keeps one row of identical ones that are %s: all wait for the first, and not for each other',
    async (what) => {
      await startHour();
      if (what === 'known') await signUp(ada, '192.0.2.1');
      let others: Promise<unknown>[] = [];
      await signUp(ada, '192.0.2.2', async () => {
        // It stays open until the other one is saved.
        others = [signUp(ada, '192.0.2.3', async () => others[1])];
        await waiting(1);
        others.push(signUp(ada, '192.0.2.4'));
        await waiting(2);
      });
      await Promise.all(others);
      expect(await stored()).toBe(1);
    },
  );

  test('lets no sign-up of a venue wait for the commit of another', async () => {
    await startHour();
    let others: Promise<unknown>[] = [];
    // Two connections can have the same one of a sender's sixteen rows, but all sixteen cannot.
    await signUp(person(1), '198.51.100.3', () => {
      others = people(15, 2).map((guest) => signUp(guest, '198.51.100.3'));
      return Promise.any(others);
    });
    await Promise.all(others);
    expect(await stored()).toBe(16);
  });

  // At most one more than the limit for each connection.
  test.each<[string, string, (i: number) => string, least: number, most: number]>([
    ['everybody of a full room', 'per_sender = default', () => '198.51.100.1', 300, 300],
    ['the limit of one sender', 'per_sender = 48', () => '198.51.100.2', 48, 64],
    ['the limit of all', 'everyone = 48, per_sender_in_flood = 0', (i) => `10.0.1.${i % 256}`, 48, 64],
  ])('lets in at once: %s', async (_what, limit, address, least, most) => {
    await team.query(`update private.sign_up_limits set ${limit}`);
    const guests = people(300).map((guest, i) => signUp(guest, address(i)));
    const outcomes = await Promise.allSettled(guests);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of rejected) expect(reason.code).toBe('PGRST');
    const accepted = guests.length - rejected.length;
    expect(accepted).toBeGreaterThanOrEqual(least);
    expect(accepted).toBeLessThanOrEqual(most);
    expect(await stored()).toBe(accepted);
  });

  test('accepts sign-ups while a backup runs, and across the hour', async () => {
    const { rows } = await team.query<{ names: string }>(`
      select string_agg(format('%I.%I', schemaname, tablename), ', ') as names
      from pg_tables where schemaname in ('public', 'private')`);
    await hold(`lock table ${rows[0]?.names} in access share mode`);
    await signUp(person(1), '198.51.100.6');
    await team.query(moveCounts());
    await signUp(person(2), '198.51.100.6');
    expect(await stored()).toBe(2);
  });

  test.each(['lock table public.waitlist', 'lock table private.sign_up_limits'])(
    'fails after a second, for the page to retry, during an open: %s',
    async (statement) => {
      await signUp(ada, '198.51.100.7');
      await hold(statement);
      const response = await fetch(request(ada));
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: '55P03' });
    },
  );

  test('reads the people of a number with 20,000 long sign-ups in less than 30 MB', async () => {
    await team.query(`
      alter table public.waitlist disable trigger user;
      insert into public.waitlist (name, phone_number, instagram, email, "timestamp", person_key)
      select text, '1', text, text, now(), md5('1')::uuid
      from generate_series(1, 20000) as n,
        lateral (select string_agg(md5(n || '-' || part), '') as text from generate_series(1, 31) as part) as texts;
      alter table public.waitlist enable trigger user;
      analyze public.waitlist;
    `);
    const client = new pg.Client(stack.postgres.urlOf('postgres'));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    /** The most kilobytes that the server's process has had. */
    const peak = async () => {
      const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
    };
    // What reading the table takes by itself.
    await client.query('select sum(length(waitlist::text)) from public.waitlist');
    const before = await peak();
    await client.query('select * from reporting.people');
    expect((await peak()) - before).toBeLessThan(30_000);
    await client.end();
  });
});
