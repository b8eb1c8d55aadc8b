import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import {
  ANOTHER_HOUR,
  insertOf,
  people,
  person,
  postSignUp,
  type Row,
  signUp,
  storedRows,
} from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() =>
  db.exec(`
    truncate public.waitlist, private.sign_up_counts, private.sign_up_limits;
    insert into private.sign_up_limits (per_sender, per_newcomer) values (3, 1);
  `),
);

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const THERE = from('192.0.2.2');
const ELSEWHERE = from('192.0.2.3');
const UNKNOWN = {};
const REJECTED = { code: 'PGRST', message: expect.stringContaining('Too many sign-ups') };
const set = (change: string) => db.exec(`update private.sign_up_limits set ${change}`);
const stored = async () => (await storedRows(db)).length;
const again = (n: number) => Array<Row>(n).fill(person(0));

/** How many of the sign-ups are accepted. */
async function accepted(rows: Row[], headers: string | Record<string, string>): Promise<number> {
  const outcomes = await Promise.allSettled(rows.map((row) => signUp(db, row, headers)));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

type Step = [rows: Row[], headers: string | Record<string, string>, accepted: number];

// Three from one sender in an hour; after the limit for everyone, one.
test.each<[what: string, everyone: number, ...Step[]]>([
  ['rejects the sign-up after the limit', 50, [people(5), HERE, 3], [people(5, 6), THERE, 3]],
  ['counts identical ones like others', 50, [again(2), HERE, 2], [people(5), HERE, 1]],
  [
    'rejects identical ones beyond it',
    50,
    [[person(0), ...people(2)], HERE, 3],
    [again(1), HERE, 0],
  ],
  [
    'limits who is on the list like who is not',
    50,
    [again(1), THERE, 1],
    [people(2), HERE, 2],
    [[person(0), person(9)], HERE, 1],
  ],
  [
    'lets a newcomer in after the limit for everyone',
    4,
    [people(2), HERE, 2],
    [people(2, 3), THERE, 2],
    [[person(5)], HERE, 0],
    [[person(5)], UNKNOWN, 0],
    [people(2, 5), ELSEWHERE, 1],
  ],
  [
    'counts no rejected sign-up for everyone',
    4,
    [[{ ...person(1), name: '' }], HERE, 0],
    [people(9), HERE, 3],
    [people(2, 10), THERE, 1],
    [people(2, 20), ELSEWHERE, 1],
  ],
  ['puts senders without an address into no bucket', 50, [people(10), UNKNOWN, 10]],
  ['puts no headers into no bucket', 50, [people(10), '', 10]],
  ['puts an empty address into no bucket', 50, [people(10), from(''), 10]],
  ['puts a word into no bucket', 50, [people(10), from('unknown'), 10]],
  ['puts an impossible address into none', 50, [people(10), from('1.2.3.4, fe80::1%eth0'), 10]],
  ['puts an endless address into no bucket', 50, [people(10), from('1'.repeat(10_000)), 10]],
])('%s', async (_what, everyone, ...steps) => {
  await set(`everyone = ${everyone}`);
  for (const [rows, headers, count] of steps) expect(await accepted(rows, headers)).toBe(count);
});

test.each([
  ['an IPv6 household, by its /56', '2001:db8:1:200::1', '2001:db8:1:2ff:ffff::9'],
  ['IPv4 inside IPv6', '192.0.2.1', '::ffff:192.0.2.1'],
  ['IPv4 inside IPv6 in hexadecimal', '192.0.2.1', '::ffff:c000:201'],
  ['an address with a port', '192.0.2.1', '192.0.2.1:4711'],
  ['an IPv6 address with a port', '2001:db8::1', '[2001:db8::2]:4711'],
])('takes for one sender: %s', async (_what, one, same) => {
  expect(await accepted(people(3), from(one))).toBe(3);
  expect(await accepted(people(3, 4), from(same))).toBe(0);
  expect(await accepted(people(1, 4), from('2001:db8:1:300::1'))).toBe(1);
});

test.each([
  ['cf-connecting-ip', 'x-forwarded-for'],
  ['x-forwarded-for', 'cf-connecting-ip'],
])('believes the last element of %s, and nothing of %s', async (believed, other) => {
  await set(`sender_header = '${believed}'`);
  const headers = (i: number) => ({
    [believed]: `198.51.100.${i}, 192.0.2.1`,
    [other]: `198.51.100.${i}`,
  });
  for (const [i, guest] of people(3).entries()) await signUp(db, guest, headers(i));
  await expect(signUp(db, person(4), headers(9))).rejects.toMatchObject(REJECTED);
});

test('is generous by default for a venue and tight for a script', async () => {
  await db.exec('delete from private.sign_up_limits');
  const { rows } = await db.query(
    `insert into private.sign_up_limits default values
     returning per_sender, everyone, per_newcomer, sender_header`,
  );
  expect(rows).toEqual([
    { per_sender: 1000, everyone: 50_000, per_newcomer: 10, sender_header: 'cf-connecting-ip' },
  ]);
});

test('responds with 429 and Retry-After', async () => {
  await set('everyone = 1');
  vi.spyOn(console, 'error').mockReturnValue();
  expect((await postSignUp(backend.fetch, person(1))).status).toBe(201);
  const rejection = await postSignUp(backend.fetch, person(2));
  vi.restoreAllMocks();
  expect(rejection.status).toBe(429);
  expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(rejection.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
});

test('lets no request that is rolled back use up the limit for everyone', async () => {
  await set('everyone = 4');
  await accepted(people(1), HERE);
  for (let i = 0; i < 9; i++) {
    await expect(
      db.transaction(async (tx) => {
        await tx.exec(`set local role anon; ${insertOf(person(1), person(2))}`);
      }),
    ).rejects.toThrow('one sign-up per request');
  }
  expect(await accepted(people(5, 10), THERE)).toBe(3);
});

test('starts afresh in the next hour, whatever the time zone, and deletes the last one', async () => {
  await set('everyone = 3');
  expect(await accepted(people(5), HERE)).toBe(3);
  await db.exec(`set timezone = 'Asia/Kolkata'`);
  expect(await accepted(people(1, 6), HERE)).toBe(0);
  await db.exec(`reset timezone; ${ANOTHER_HOUR}`);
  expect(await accepted(people(5, 10), HERE)).toBe(3);
  expect((await db.query('select distinct hour from private.sign_up_counts')).rows).toHaveLength(1);
});

test('keeps the limits after the server’s clock was ahead, and after a crash', async () => {
  await set('everyone = 3');
  expect(await accepted(people(3), HERE)).toBe(3);
  await db.exec('update private.sign_up_counts set hour = hour + 1000');
  expect(await accepted(people(5, 10), HERE)).toBe(3);
  expect(await accepted(people(2, 20), THERE)).toBe(1);
  expect((await db.query('select distinct hour from private.sign_up_counts')).rows).toHaveLength(1);
  // What Postgres does with unlogged data.
  await db.exec('truncate private.sign_up_counts; alter sequence private.sign_ups_of_all restart');
  expect(await accepted(people(5, 30), HERE)).toBe(3);
});

test('deletes 10,000 counts at a time, because a visitor is waiting', async () => {
  await db.exec(
    'insert into private.sign_up_counts select 1, n, 1, 1 from generate_series(1, 10002) as n',
  );
  await signUp(db, person(1), HERE);
  const { rows } = await db.query('select from private.sign_up_counts where hour = 1');
  expect(rows).toHaveLength(2);
});

test('has no limits without its row of settings', async () => {
  await db.exec('delete from private.sign_up_limits');
  expect(await accepted(people(10), HERE)).toBe(10);
});

test('does not limit the team', async () => {
  await set('everyone = 1');
  await db.exec(insertOf(...people(10)));
  expect(await stored()).toBe(10);
});

test('stores no address', async () => {
  await signUp(db, person(1), HERE);
  const { rows } = await db.query<{ text: string }>(`
    select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '') as text
    from pg_tables where schemaname in ('public', 'private')
  `);
  expect(rows[0]?.text).toContain(person(1).name);
  expect(rows[0]?.text).not.toContain('192.0.2');
});

test('keeps the counters out of the write-ahead log and the buckets coarse', async () => {
  for (let i = 0; i < 30; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  const { rows } = await db.query<{ most: number; kind: string }>(`
    select max(bucket) as most, min(relpersistence::text) as kind
    from private.sign_up_counts, pg_class
    where pg_class.oid = 'private.sign_up_counts'::regclass
  `);
  expect(rows[0]?.kind).toBe('u');
  expect(rows[0]?.most).toBeLessThan(2 ** 20);
  expect(rows[0]?.most).toBeGreaterThan(2 ** 16);
});

test('reads no whole table, even if it was empty when the session made its plan', async () => {
  await db.exec('analyze private.sign_up_counts; analyze public.waitlist');
  await db.transaction(async (tx) => {
    const scans = `select sum(pg_stat_get_xact_numscans(relation)) from
      unnest(array['private.sign_up_counts', 'public.waitlist']::regclass[]) as relation`;
    const before = (await tx.query(scans)).rows;
    await tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(HERE)]);
    await tx.exec(`set local role anon; ${insertOf(person(1))}; reset role`);
    expect((await tx.query(scans)).rows).toEqual(before);
  });
  expect(await stored()).toBe(1);
});
