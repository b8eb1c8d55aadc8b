import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../local/real-stack.ts';
import { onRealStack } from './on-real.ts';
import { ada, postSignUp, type Row } from './visitor.ts';

// What somebody hostile, or the team at the wrong moment, did to the list on the stack that a hosted
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
  beforeEach(() =>
    team.query('truncate public.waitlist, private.sender_counts, private.total_count'),
  );

  async function post(body: unknown, sender = '192.0.2.1', headers = {}): Promise<number> {
    stack.gateway.sender = sender;
    const all = { apikey: PUBLISHABLE_KEY, ...headers };
    return (await postSignUp(fetch, body, all, stack.gateway.url)).status;
  }

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;
  /** How often the one sender was counted. */
  const counted = async () =>
    (await team.query<{ times: number }>('select max(times) as times from private.sender_counts'))
      .rows[0]?.times;

  test.each<[string, Row[]]>([
    ['nine good ones and a bad one', [...Array(9).fill(ada), { ...ada, name: '' }]],
    ['one who may be on the list and another', [ada, { ...ada, name: 'Other' }]],
  ])('stores nothing of a bulk of %s, and counts it', async (_what, rows) => {
    for (const accept of ['*/*', 'application/vnd.pgrst.object+json']) {
      expect(await post(rows, '192.0.2.1', { accept })).toBe(400);
    }
    expect(await stored()).toBe(0);
    expect(await counted()).toBe(2);
  });

  test('keeps a venue open to its guests while somebody there repeats himself', async () => {
    await team.query('update private.sign_up_limits set per_sender = 20');
    const pranks = [];
    for (let i = 0; i < 40; i++) pranks.push(await post(ada));
    const guests = [];
    // Six places are his: repetitions are told apart from the sixth sign-up on.
    for (let i = 0; i < 14; i++) guests.push(await post({ ...ada, name: `Guest ${i}` }));
    await team.query('update private.sign_up_limits set per_sender = default');

    expect(pranks.at(-1)).toBe(429);
    expect(guests).toEqual(Array(14).fill(201));
    expect(await stored()).toBe(15);
  });

  test('refuses megabytes of blanks before anybody has to wait for them', async () => {
    await team.query('begin; lock table private.sender_counts');
    expect(await post({ ...ada, name: '\ufeff'.repeat(8_000_000) })).toBe(400);
    await team.query('rollback');
  });

  test('waits for the team that is about to add the same, and answers as ever', async () => {
    const answer = await whileTheTeam(`
      insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
      values ('${ada.name}', '${ada.phone_number}', '${ada.instagram}', '${ada.email}', now())
    `);
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
    await team.query(`
      insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
      values ('${ada.name}', '${ada.phone_number}', '${ada.instagram}', '${ada.email}', now())
    `);
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
      select text, '1', text, text, now(), private.person_key('1')
      from generate_series(1, 20000) as n,
        lateral (select string_agg(md5(n || '-' || part), '') as text from generate_series(1, 31) as part);
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
