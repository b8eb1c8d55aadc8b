import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ada } from '../../src/testing/people.ts';
import { FIELD_KEYS, signUpSchema, toRow } from '../../src/waitlist/fields.ts';
import { hasRealStack, PUBLISHABLE_KEY, startRealStack } from './stack.ts';
import { adaRow, rowOf } from './visitor.ts';

// How the API responds to strangers, and what an attacker, a full room, or the team at the wrong moment does to the
// list. On PostgreSQL and PostgREST: PGlite has one connection, so no two requests at once.

const LONG = 'x'.repeat(1001);

describe.skipIf(!hasRealStack)('on the real stack', () => {
  let stack: Awaited<ReturnType<typeof startRealStack>>;
  let team: pg.Pool;

  beforeAll(async () => {
    stack = await startRealStack();
    team = new pg.Pool({ connectionString: stack.urlOf('postgres') });
    // The server cuts idle connections when it stops.
    team.on('error', () => {});
  });
  afterAll(() => team?.end().finally(stack.stop));
  beforeEach(async () => {
    await team.query('truncate public.waitlist; update private.sign_up_limits set per_sender = default');
  });

  const stored = async () => (await team.query('select from public.waitlist')).rowCount;

  /** The response to a visitor's request. A text is sent as it is. */
  async function send(body: unknown, more: Record<string, string> = {}) {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', ...more };
    return fetch(`${stack.gateway.origin}/rest/v1/waitlist`, { method: 'POST', headers, body: content });
  }
  const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;

  // The smoke test tries to read, change, and delete rows. e2e/hosted.spec.ts runs it on this stack.
  test.each<[what: string, status: number, rows: number, body: unknown, headers?: Record<string, string>]>([
    ['a sign-up', 201, 1, adaRow],
    ['several sign-ups', 400, 0, [rowOf(1), rowOf(2)]],
    ['a column that visitors may not write', 401, 0, { ...adaRow, created_at: '2020-01-01' }],
    ['a browser with parental controls', 201, 1, adaRow, { prefer: 'safe' }],
    ['an upsert', 401, 0, adaRow, { prefer: 'resolution=merge-duplicates' }],
    ['a request to return the row', 401, 0, adaRow, { prefer: 'return=representation' }],
    ['a large request with Prefer', 400, 0, { ...adaRow, name: 'x'.repeat(900) }, { prefer: 'missing=default' }],
    ['a text that is too long', 400, 0, { ...adaRow, instagram: LONG }],
    ['broken JSON', 400, 0, '{"name":'],
    ['five megabytes', 400, 0, { ...adaRow, name: 'x'.repeat(5_000_000) }],
  ])('responds to %s', async (_what, status, rows, body, headers) => {
    expect(await statusOf(body, headers)).toBe(status);
    expect(await stored()).toBe(rows);
  });

  test('logs a refusal of the policy without the row', async () => {
    const before = stack.log.length;
    expect(await statusOf({ ...adaRow, name: 'Ada\n' })).toBe(401);
    const log = () => stack.log.slice(before).join('\n');
    await expect.poll(log).toContain('STATEMENT');
    expect(log()).toContain('violates row-level security policy');
    expect(log()).not.toMatch(/Ada|robin|555/i);
  });

  test('stores whatever the form accepts', async () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const odd = characters.filter((character) => /[\p{Cc}\p{Cf}\p{Z}]/u.test(character)).join('x');
    const long = ['x'.repeat(1000), '𝒳'.repeat(1000), LONG];
    const emails = ["o'neil+tag@Mail.example.co.uk", '用户@例え.jp', 'ada@xn--exmple-cua.de', 'a,b@c.co', 'a@b.c;d'];
    for (const text of [odd, ' \u200b', '\\u0000"$1\'', ...long, ...emails]) {
      for (const key of FIELD_KEYS) {
        const { data } = signUpSchema.safeParse({ ...ada, [key]: text });
        if (data) expect(await statusOf(toRow(data, new Date())), `${key}: ${text.slice(0, 20)}`).toBe(201);
      }
    }
    expect(await stored()).toBeGreaterThan(25);
  });

  test('sign-ups of a venue never wait for each other, and wait for a lock of the team for a second', async () => {
    const session = await team.connect();
    onTestFinished(() => session.query('rollback').then(() => session.release()));
    await session.query(`begin; set local role anon; set local request.headers = '{"cf-connecting-ip": "192.0.2.1"}'`);
    await session.query(`insert into public.waitlist (name, phone_number, "timestamp") values ('Ada', '1', now())`);
    expect(await statusOf(adaRow)).toBe(201);
    await session.query('reset role; lock table public.waitlist');
    // The page retries. The code is that of the lock timeout.
    const response = await send(adaRow);
    expect([response.status, await response.json()]).toMatchObject([500, { code: '55P03' }]);
  });

  test('stores what a full room sends at once up to the limit, and at most nine rows more', async () => {
    await team.query('update private.sign_up_limits set per_sender = 300');
    const statuses = await Promise.all(Array.from({ length: 400 }, () => statusOf(adaRow)));
    const accepted = statuses.filter((status) => status === 201).length;
    expect(accepted).toBeGreaterThanOrEqual(300);
    // PostgREST here has ten connections, so nine other requests may have passed the check with the last one.
    expect(accepted).toBeLessThanOrEqual(309);
    expect(statuses.filter((status) => status === 429)).toHaveLength(400 - accepted);
    expect(await stored()).toBe(accepted);
    expect(await statusOf(adaRow)).toBe(429);
  });

  test('a reporting tool with the role of docs/operating.md reads the rows, and cannot change them', async () => {
    expect(await statusOf(adaRow)).toBe(201);
    const [, statements = ''] =
      /```sql\n(create role metabase.*?)```/s.exec(await readFile('docs/operating.md', 'utf8')) ?? [];
    // A password in a statement that fails would be in Postgres's log.
    expect(statements).not.toContain('password');
    await team.query(statements);
    const tool = new pg.Client(stack.urlOf('metabase'));
    await tool.connect();
    for (const list of ['public.waitlist', 'reporting.people']) {
      expect((await tool.query(`select from ${list}`)).rowCount, list).toBe(1);
    }
    await expect(tool.query('delete from public.waitlist')).rejects.toThrow('permission denied');
    await tool.end();
  });
});
