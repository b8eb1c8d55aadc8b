import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../local/real-stack.ts';
import { onRealStack } from './on-real.ts';
import { ANOTHER_HOUR, ada, columns, INSERT, people, postSignUp, type Row } from './visitor.ts';

// What an attacker, a full room, or the team at the wrong moment does to the list on the stack that a
// hosted project runs.

onRealStack('on the real stack', () => {
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
  beforeEach(() => team.query('truncate public.waitlist, private.sign_up_counts'));

  /** Runs SQL in a transaction of the team, which stays open until it is released. */
  async function hold(sql: string): Promise<() => Promise<void>> {
    const editor = await team.connect();
    await editor.query(`begin; ${sql}`);
    return async () => {
      await editor.query('rollback');
      editor.release();
    };
  }

  /** Resolves when so many requests wait for another one. */
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(count);
    });

  async function post(body: unknown): Promise<number> {
    return (await postSignUp(fetch, body, { apikey: PUBLISHABLE_KEY }, stack.gateway.url)).status;
  }

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  /** One request, as PostgREST runs it. */
  async function signUp(row: Row, address: string, beforeCommit?: () => Promise<unknown>) {
    const client = await api.connect();
    try {
      await client.query('begin');
      await client.query(
        `select set_config('role', 'anon', true), set_config('request.headers', $1, true),
           -- PostgREST applies the settings of the role, too.
           set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
         from pg_roles, unnest(rolconfig) as setting where rolname = 'anon'`,
        [JSON.stringify({ 'cf-connecting-ip': address, 'content-length': '1' })],
      );
      await client.query(INSERT, [JSON.stringify([row])]);
      await beforeCommit?.();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  async function countOf(name: string): Promise<number | null> {
    return (await team.query('select from public.waitlist where name = $1', [name])).rowCount;
  }

  const row = JSON.stringify(ada);
  const bulk = `[${row}${',{}'.repeat(100_000)}]`;
  const written = Object.keys(ada).join(',');

  test.each([
    ['a hundred thousand rows', bulk, `waitlist?columns=${written}`],
    [
      'megabytes of blanks',
      JSON.stringify({ ...ada, name: '\ufeff'.repeat(8_000_000) }),
      'waitlist',
    ],
  ])('rejects %s before Postgres reads them', async (_what, body, path) => {
    const release = await hold('lock table private.sign_up_limits');
    const { status } = await fetch(new URL(`rest/v1/${path}`, stack.gateway.url), {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body,
    });
    await release();
    expect(status).toBe(413);
  });

  test('refuses a request of many rows, and neither stores nor counts it', async () => {
    expect(await post(Array(50).fill(ada))).toBe(400);
    expect(await stored()).toBe(0);
    expect((await team.query('select from private.sign_up_counts')).rowCount).toBe(0);
  });

  /** A sign-up, as a gateway sends it on that does not keep its length. */
  const postWithoutLength = async (guest = ada) => {
    const { status } = await fetch(new URL('rest/v1/waitlist', stack.gateway.url), {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: new Blob([JSON.stringify(guest)]).stream(),
      duplex: 'half',
    } as RequestInit);
    return status;
  };

  test('stores a sign-up without a length, four of them at once at most', async () => {
    expect(await postWithoutLength()).toBe(201);
    const release = await hold('lock table private.sign_up_limits');
    const others = people(4, 10).map((guest) => postWithoutLength(guest));
    await waiting(4);
    expect(await postWithoutLength()).toBe(503);
    await release();
    expect(await Promise.all(others)).toEqual([201, 201, 201, 201]);
    expect(await stored()).toBe(5);
  });

  test('keeps one row of identical submissions that arrive at the same instant', async () => {
    for (let round = 0; round < 20; round++) {
      const same = { ...ada, name: `Same ${round}` };
      await Promise.all(Array.from({ length: 16 }, (_, i) => signUp(same, `192.0.2.${i}`)));
      expect(await countOf(same.name)).toBe(1);
    }
  });

  test('keeps the second of two when the first one is taken back', async () => {
    const same = { ...ada, name: 'Taken back' };
    let second: Promise<unknown> | undefined;
    const first = signUp(same, '192.0.2.1', async () => {
      second = signUp(same, '192.0.2.2');
      await waiting(1);
      throw new Error('taken back');
    });
    await expect(first).rejects.toThrow('taken back');
    await second;
    expect(await countOf(same.name)).toBe(1);
  });

  test('lets no one wait for the flood of a submission that is on the list', async () => {
    const same = { ...ada, name: 'Flood' };
    await signUp(same, '192.0.2.1');
    await signUp(same, '192.0.2.1', () => signUp(same, '192.0.2.2'));
    expect(await countOf(same.name)).toBe(1);
  });

  test('lets everybody of a full room in at once', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        signUp({ ...ada, name: 'Room', email: `${i}@example.com` }, '198.51.100.1'),
      ),
    );
    expect(await countOf('Room')).toBe(300);
  });

  test.each([
    ['one sender', 'per_sender = 48', () => '198.51.100.2'],
    ['everyone', 'everyone = 48, per_newcomer = 0', (i: number) => `10.0.0.${i}`],
  ])(
    'keeps the limit of %s, at most one more for each connection',
    async (name, limit, address) => {
      await team.query(`${ANOTHER_HOUR}; update private.sign_up_limits set ${limit}`);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 120 }, (_, i) =>
          signUp({ ...ada, name, email: `${i}@example.com` }, address(i)),
        ),
      );
      await team.query(`update private.sign_up_limits
      set per_sender = default, everyone = default, per_newcomer = default`);
      const stored = await countOf(name);
      expect(stored).toBeGreaterThanOrEqual(48);
      expect(stored).toBeLessThanOrEqual(48 + 16);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(stored ?? 0);
    },
  );

  test('lets no sign-up of a venue wait for the commit of another', async () => {
    const venue = (name: string, email: string, beforeCommit?: () => Promise<unknown>) =>
      signUp({ ...ada, name, email }, '198.51.100.3', beforeCommit);
    await venue('Venue', 'slow@example.com', () => venue('Venue', 'quick@example.com'));
    expect(await countOf('Venue')).toBe(2);
  });

  test('accepts sign-ups while a backup runs, and across the hour', async () => {
    const { rows } = await team.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private')`);
    const tables = rows.map(({ name }) => name).join(', ');
    const release = await hold(`lock table ${tables} in access share mode`);
    await signUp({ ...ada, name: 'Backup' }, '198.51.100.6');
    await team.query(ANOTHER_HOUR);
    await signUp({ ...ada, name: 'Backup', email: null }, '198.51.100.6');
    await release();
    expect(await countOf('Backup')).toBe(2);
  });

  test.each(['lock table public.waitlist', `lock table private.sign_up_limits`])(
    'fails within a second, to be tried again, while the team holds: %s',
    async (lock) => {
      const release = await hold(lock);
      await expect(signUp({ ...ada, name: lock }, '198.51.100.8')).rejects.toMatchObject({
        code: '55P03',
      });
      await release();
    },
  );

  test('reads the people of a number with 20,000 long sign-ups in less than 30 MB', async () => {
    await team.query(`
      alter table public.waitlist disable trigger user;
      insert into public.waitlist (name, phone_number, ${columns.handle}, email, "timestamp", person_key)
      select text, '1', text, text, now(), md5('1')::uuid
      from generate_series(1, 20000) as n,
        lateral (select string_agg(md5(n || '-' || part), '') as text from generate_series(1, 31) as part) as texts;
      alter table public.waitlist enable trigger user;
      analyze public.waitlist;
    `);
    expect(await peakOf('select * from reporting.people')).toBeLessThan(30_000);
  });

  /** By how many kilobytes a server process grew beyond what reading the table alone takes. */
  async function peakOf(sql: string): Promise<number> {
    const client = new pg.Client(stack.postgres.urlOf('postgres'));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const highest = async () => {
      const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    };
    await client.query('select sum(length(waitlist::text)) from public.waitlist');
    const before = await highest();
    expect(before).toBeGreaterThan(0);
    await client.query(sql);
    const grown = (await highest()) - before;
    await client.end();
    return grown;
  }
});
