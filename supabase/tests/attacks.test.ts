import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PUBLISHABLE_KEY, type RealStack, startRealStack } from '../local/real-stack.ts';
import { onRealStack } from './on-real.ts';
import { ada, columns, insertOf, people, postSignUp } from './visitor.ts';

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

  async function post(body: unknown): Promise<number> {
    return (await postSignUp(fetch, body, { apikey: PUBLISHABLE_KEY }, stack.gateway.url)).status;
  }

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

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
    await team.query('begin; lock table private.sign_up_limits');
    const { status } = await fetch(new URL(`rest/v1/${path}`, stack.gateway.url), {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body,
    });
    await team.query('rollback');
    expect(status).toBe(413);
  });

  test('counts a request of many rows as one sign-up, and stores its first', async () => {
    await team.query('update private.sign_up_limits set per_sender = 1');
    const statuses = [];
    for (const name of ['Ada', 'Bob', 'Carol']) {
      statuses.push(await post([{ ...ada, name }, ...Array(50).fill({ ...ada, name: 'X' })]));
    }
    await team.query('update private.sign_up_limits set per_sender = default');
    expect(statuses).toEqual([201, 429, 429]);
    const { rows } = await team.query('select name from public.waitlist');
    expect(rows).toEqual([{ name: 'Ada' }]);
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
    await team.query('begin; lock table private.sign_up_limits');
    const others = people(4, 10).map((guest) => postWithoutLength(guest));
    await vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(4);
    });
    expect(await postWithoutLength()).toBe(503);
    await team.query('rollback');
    expect(await Promise.all(others)).toEqual([201, 201, 201, 201]);
    expect(await stored()).toBe(5);
  });

  test.each([
    ['that is too small', 'content-length: 20', bulk],
    ['that is too big', `content-length: ${row.length + 1}`, row],
    ['that is no number', 'content-length: many', row],
  ])('stores nothing of a request with a length %s', async (_what, length, body) => {
    for (const path of [new URL('rest/v1/', stack.gateway.url), stack.api]) {
      const { port, hostname, pathname } = new URL(`waitlist?columns=${written}`, path);
      const socket = connect(Number(port), hostname);
      socket.end(
        `POST ${pathname}?columns=${written} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n` +
          `apikey: ${PUBLISHABLE_KEY}\r\ncontent-type: application/json\r\n${length}\r\n\r\n${body}`,
      );
      // A server may reset the connection instead of answering.
      const answer = await text(socket).catch(() => '');
      expect(answer).not.toMatch(/^HTTP\/1.1 [235]/);
    }
    expect(await stored()).toBe(0);
    // As the page does: the gateway may have closed the connection that it uses next.
    await vi.waitFor(async () => expect(await post(ada)).toBe(201));
  });

  test.each([
    ['add the same, and answers as ever', insertOf(ada)],
    ['remove the same, and stores it', 'delete from public.waitlist'],
  ])('waits for the team that is about to %s', async (_what, change) => {
    if (change.startsWith('delete')) await post(ada);
    await team.query('begin');
    await team.query(change);
    const answer = post(ada);
    await vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(1);
    });
    await team.query('commit');
    expect(await answer).toBe(201);
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
