import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasRealStack, PUBLISHABLE_KEY, startRealStack } from './stack.ts';
import { ada, insertOf, people, post } from './visitor.ts';

// How the API responds to strangers, and what an attacker, a full room, or the team at the wrong moment does to the
// list. On PostgreSQL and PostgREST: PGlite has one connection, so no two requests at once.

const LONGEST = '𝒳'.repeat(1000);

/** What is sent to the API. A text is sent as it is. */
type Sent = { headers?: Record<string, string>; body: unknown };

describe.skipIf(!hasRealStack)('on the real stack', () => {
  let stack: Awaited<ReturnType<typeof startRealStack>>;
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

  /** Sends a visitor's request to the API. */
  function send({ headers, body }: Sent) {
    const content = typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body);
    const all = { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers };
    const options = { method: 'POST', headers: all, duplex: 'half', body: content };
    return fetch(`${stack.gateway.origin}/rest/v1/waitlist`, options);
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

  // The smoke test, which the browser tests run on this stack, tries the rest.
  test.each<[what: string, status: number, sent: Sent]>([
    ['a sign-up that is on the list', 201, { body: ada }],
    ['long texts', 201, { body: { ...ada, name: LONGEST, phone_number: LONGEST } }],
    ['a blank email', 401, { body: { ...ada, email: '' } }],
    ['a column that visitors may not write', 401, { body: { ...ada, created_at: '2020-01-01' } }],
    ['broken JSON', 400, { body: '{"name":' }],
    ['two sign-ups', 400, { body: [ada, ada] }],
    ['an upsert', 400, { body: ada, headers: { prefer: 'resolution=merge-duplicates' } }],
  ])('responds to %s', async (_what, status, sent) => {
    await team.query(insertOf(ada));
    expect((await send(sent)).status).toBe(status);
    expect(await stored()).toBe(status === 201 ? 2 : 1);
  });

  test('rejects a request that is too large before Postgres reads it', async () => {
    const before = await memory();
    expect((await send({ body: `[${Array(2_000_000).fill('{}')}]` })).status).toBe(413);
    expect((await memory()) - before).toBeLessThan(100_000);
  });

  test('rejects a request without a length', async () => {
    // A stream is sent in chunks.
    expect((await send({ body: new Blob([JSON.stringify(ada)]).stream() })).status).toBe(411);
    expect(await stored()).toBe(0);
  });

  test('lets a sign-up wait for no other of its venue, and for a lock of the team a second', async () => {
    const session = await team.connect();
    onTestFinished(() => session.query('rollback').then(() => session.release()));
    await session.query('begin');
    await post(session, [ada], { 'cf-connecting-ip': '192.0.2.1' });
    expect((await send({ body: ada })).status).toBe(201);
    await session.query('reset role; lock table public.waitlist');
    // For the page to retry.
    expect((await send({ body: ada })).status).toBe(500);
  });

  test('lets in a full room at once, and few more than the limit', async () => {
    await team.query('update private.sign_up_limits set per_sender = 300');
    const responses = await Promise.all(people(400).map((body) => send({ body })));
    const accepted = responses.filter(({ status }) => status === 201).length;
    expect(accepted).toBeGreaterThanOrEqual(300);
    // One for each of PostgREST's ten connections.
    expect(accepted).toBeLessThanOrEqual(310);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(400 - accepted);
    expect(await stored()).toBe(accepted);
  });

  test('logs nothing of what was typed', async () => {
    const before = stack.log.length;
    const secret = { ...ada, name: 'Secret Name', email: 'secret@example.com' };
    const blank = Object.keys(ada).map((column) => ({ [column]: ' ' }));
    const wrong = [{ email: 'secret' }, { name: 'Ada'.repeat(400) }, { name: null }, { timestamp: 'soon' }, { id: 1 }];
    const bodies = [...blank, ...wrong].map((mistake) => ({ ...secret, ...mistake }));
    for (const body of [...bodies, [secret, secret], JSON.stringify(secret).slice(0, -1)]) {
      expect((await send({ body })).status).toBeOneOf([400, 401]);
    }
    expect((await send({ body: secret })).status).toBe(201);
    const log = stack.log.slice(before).join('\n');
    expect(log).toContain('violates row-level security policy');
    expect(log).not.toMatch(/secret|Ada|robin/i);
  });
});
