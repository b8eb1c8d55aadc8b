import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../local/real-stack.ts';
import { onRealStack } from './on-real.ts';
import { ada, insertOf, people, person, postSignUp, type Row } from './visitor.ts';

// What an attacker, or the team at the wrong moment, does to the list on the stack that a hosted
// project runs.

onRealStack('on the real stack', () => {
  let stack: RealStack;
  let team: pg.Client;

  beforeAll(async () => {
    stack = await startRealStack();
    team = new pg.Client(stack.postgres.urlOf('postgres'));
    await team.connect();
  });
  afterAll(async () => {
    await team?.end();
    await stack?.stop();
  });
  beforeEach(() => team.query('truncate public.waitlist, private.sign_up_counts'));

  async function post(body: unknown, sender = '192.0.2.1', headers = {}): Promise<number> {
    stack.gateway.sender = sender;
    const all = { apikey: PUBLISHABLE_KEY, ...headers };
    return (await postSignUp(fetch, body, all, stack.gateway.url)).status;
  }

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  test.each<[string, Row[]]>([
    ['nine good ones and a bad one', [...Array(9).fill(ada), { ...ada, name: '' }]],
    ['one who may be on the list and another', [ada, person(2)]],
  ])('stores nothing of a bulk of %s', async (_what, rows) => {
    for (const accept of ['*/*', 'application/vnd.pgrst.object+json']) {
      expect(await post(rows, '192.0.2.1', { accept })).toBe(400);
    }
    expect(await stored()).toBe(0);
  });

  test('keeps a venue open to its guests while somebody there repeats a sign-up', async () => {
    await team.query('update private.sign_up_limits set per_sender = 20');
    for (let i = 0; i < 40; i++) await post(ada);
    const guests = [];
    for (const guest of people(19, 2)) guests.push(await post(guest));
    expect(await post(ada)).toBe(429);
    await team.query('update private.sign_up_limits set per_sender = default');
    expect(guests).toEqual(Array(19).fill(201));
    expect(await stored()).toBe(20);
  });

  const ROWS = `[${JSON.stringify(ada)}${',{}'.repeat(100_000)}]`;

  test('refuses a hundred thousand rows before Postgres reads them, and megabytes of blanks', async () => {
    await team.query('begin; lock table private.sign_up_limits');
    const columns = { url: `waitlist?columns=${Object.keys(ada).join(',')}` };
    for (const [body, path] of [
      [ROWS, columns.url],
      [JSON.stringify({ ...ada, name: '\ufeff'.repeat(8_000_000) }), 'waitlist'],
    ] as const) {
      const answer = await fetch(new URL(`rest/v1/${path}`, stack.gateway.url), {
        method: 'POST',
        headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(413);
    }
    await team.query('rollback');
  });

  test('stores no row of a request that does not state its length', async () => {
    const answer = await fetch(new URL('rest/v1/waitlist', stack.gateway.url), {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: new Blob([JSON.stringify([ada, person(2)])]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(400);
    expect(await stored()).toBe(0);
  });

  test('waits for the team that is about to add the same, and answers as ever', async () => {
    const answer = await whileTheTeam(insertOf(ada));
    expect(answer).toBe(201);
    expect(await stored()).toBe(1);
  });

  test('waits for the team that is about to remove the same, and stores it', async () => {
    await post(ada);
    expect(await whileTheTeam('delete from public.waitlist')).toBe(201);
    expect(await stored()).toBe(1);
  });

  test('fails so that it may be tried again when the team does not come to an end', async () => {
    await team.query('begin');
    await team.query(insertOf(ada));
    expect(await post(ada)).toBeGreaterThanOrEqual(500);
    await team.query('commit');
    expect(await post(ada)).toBe(201);
    expect(await stored()).toBe(1);
  });

  /** Sends Ada's sign-up while the team's change is not committed yet; resolves with its answer. */
  async function whileTheTeam(change: string): Promise<number> {
    await team.query('begin');
    await team.query(change);
    const answer = post(ada);
    await vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(1);
    });
    await team.query('commit');
    return answer;
  }

  test('reads the people of a number with 20,000 long sign-ups in less than 30 MB', async () => {
    await team.query(`
      alter table public.waitlist disable trigger user;
      insert into public.waitlist (name, phone_number, instagram, email, "timestamp", person_key)
      select text, '1', text, text, now(), private.key('1')
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
      const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    };
    await client.query(
      'select sum(length(name) + length(instagram) + length(email)) from public.waitlist',
    );
    const before = await highest();
    await client.query(sql);
    const grown = (await highest()) - before;
    await client.end();
    return grown;
  }
});
