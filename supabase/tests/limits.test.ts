import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import {
  asVisitor,
  type Headers,
  insertOf,
  moveCounts,
  people,
  person,
  type Row,
  signUp,
  storedRows,
  visit,
} from './visitor.ts';

// Who is counted as one sender, and what is rejected when. On PGlite: its one connection counts each sender in one
// row, so that the numbers are exact. `attacks.test.ts` has the limits with many connections at once.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() =>
  db.exec(`
    truncate public.waitlist, private.this_hour, private.senders, private.sign_up_limits;
    insert into private.sign_up_limits (per_sender, per_sender_in_flood) values (3, 1);
  `),
);

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const THERE = from('192.0.2.2');
const ELSEWHERE = from('192.0.2.3');
const UNKNOWN = { 'x-forwarded-for': '192.0.2.1' };
const set = (change: string) => db.exec(`update private.sign_up_limits set ${change}`);
const select = async (columns: string) => (await db.query<Record<string, unknown>>(`select ${columns}`)).rows;

/** How many of the sign-ups are accepted. */
async function accepted(rows: Row[], headers: Headers | ''): Promise<number> {
  const outcomes = await Promise.allSettled(rows.map((row) => signUp(db, row, headers)));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of rejected) expect(reason.code).toMatch(/^(PGRST|PT413|22023|22P02)$/);
  return rows.length - rejected.length;
}

const same = person(0);
type Step = [rows: Row[], headers: Headers | '', accepted: number];

// Three from one sender in an hour; after the limit for everyone, one.
test.each<[what: string, everyone: number, ...Step[]]>([
  ['rejects the sign-up after the limit', 50, [people(5), HERE, 3], [people(5, 6), THERE, 3]],
  ['counts identical ones like others', 50, [[same, same], HERE, 2], [people(5), HERE, 1]],
  ['rejects identical ones too', 50, [[same, ...people(2)], HERE, 3], [[same], HERE, 0]],
  ['limits who is on the list', 50, [[same], THERE, 1], [[...people(2), same], HERE, 3]],
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
    [[{ ...same, name: '' }], HERE, 0],
    [people(9), HERE, 3],
    [people(2, 10), THERE, 1],
    [people(2, 20), ELSEWHERE, 1],
  ],
  ['finds no sender without an address', 50, [people(10), UNKNOWN, 10]],
  ['finds no sender without headers', 50, [people(10), '', 10]],
  ['finds no sender in an empty address', 50, [people(10), from(''), 10]],
  ['finds no sender in a word', 50, [people(10), from('unknown'), 10]],
  ['finds no sender in an impossible address', 50, [people(10), from('1.2.3.4, fe80::1%eth0'), 10]],
  ['finds no sender in an endless address', 50, [people(10), from('1'.repeat(10_000)), 10]],
  ['accepts 30,000 bytes', 50, [[same], { 'content-length': '30000' }, 1]],
  ['rejects a larger request', 50, [[same], { 'content-length': '30001' }, 0]],
  ['rejects a length that is no number', 50, [[same], { 'content-length': 'many' }, 0]],
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
  ['the last of several addresses', '198.51.100.1, 192.0.2.1', '198.51.100.2, 192.0.2.1'],
])('takes for one sender: %s', async (_what, one, other) => {
  expect(await accepted(people(3), from(one))).toBe(3);
  expect(await accepted(people(3, 4), from(other))).toBe(0);
  expect(await accepted(people(1, 4), from('2001:db8:1:300::1'))).toBe(1);
});

test('uses only the header that is set', async () => {
  await set(`sender_header = 'x-forwarded-for'`);
  expect(await accepted(people(3), { ...HERE, ...UNKNOWN })).toBe(3);
  expect(await accepted(people(1, 4), { ...THERE, ...UNKNOWN })).toBe(0);
});

test('is generous by default for a venue and tight for a script', async () => {
  await db.exec('delete from private.sign_up_limits');
  expect(await accepted(people(10), HERE)).toBe(10);
  await db.exec('insert into private.sign_up_limits default values');
  expect(await select('* from private.sign_up_limits')).toMatchObject([
    {
      per_sender: 1000,
      everyone: 50_000,
      per_sender_in_flood: 10,
      sender_header: 'cf-connecting-ip',
    },
  ]);
});

test('lets no request that is rolled back use up the limit for everyone', async () => {
  await set('everyone = 4');
  expect(await accepted([same], HERE)).toBe(1);
  for (let i = 0; i < 9; i++) {
    await expect(asVisitor(db, insertOf(people(2)))).rejects.toThrow('one sign-up per request');
  }
  expect(await accepted(people(5, 10), THERE)).toBe(3);
});

test.each([
  ['in the next hour', moveCounts()],
  ['after the server’s clock was ahead', moveCounts('1000 hours')],
  [
    'after a crash, which empties what is unlogged',
    'truncate private.this_hour, private.senders; alter sequence private.sign_ups_ever restart',
  ],
])('counts from zero %s, and not in another time zone', async (_when, change) => {
  await set('everyone = 3');
  expect(await accepted(people(5), HERE)).toBe(3);
  await db.exec(`set timezone = 'Asia/Kolkata'`);
  expect(await accepted(people(1, 6), HERE)).toBe(0);
  await db.exec(`reset timezone; ${change}`);
  expect(await accepted(people(5, 10), HERE)).toBe(3);
  expect(await accepted(people(2, 20), THERE)).toBe(1);
});

test('keeps one row of the hour, whose secret goes with it', async () => {
  const secrets = [];
  for (let hour = 1; hour <= 3; hour++) {
    await signUp(db, person(hour));
    const rows = await select('secret from private.this_hour');
    expect(rows).toHaveLength(1);
    secrets.push(rows[0]?.secret);
    await db.exec(moveCounts());
  }
  expect(new Set(secrets).size).toBe(3);
});

test('counts from zero in a row that another sender used in an earlier hour', async () => {
  expect(await accepted(people(3), HERE)).toBe(3);
  await db.exec(`update private.senders set hour = hour - interval '1 hour'`);
  expect(await accepted(people(5, 10), HERE)).toBe(3);
  expect(await select('sign_ups from private.senders')).toEqual([{ sign_ups: 3 }]);
});

test('does not limit the team', async () => {
  await set('everyone = 1');
  await db.exec(insertOf(people(10)));
  expect(await storedRows(db)).toHaveLength(10);
});

test('stores no address, only coarse buckets, and counts in nothing that is logged', async () => {
  for (let i = 0; i < 30; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  const [everything] = await select(`
    string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '') as text
    from pg_tables where schemaname in ('public', 'private')`);
  expect(everything?.text).toContain(person(1).name);
  expect(everything?.text).not.toContain('192.0.2');
  const coarse = 'max(abs(bucket)) between 100000 and 1000000 as coarse from private.senders';
  expect(await select(coarse)).toEqual([{ coarse: true }]);
  const unlogged = `relname from pg_class where relpersistence = 'u' and relkind <> 'i' order by relname`;
  const counters = ['senders', 'sign_ups_ever', 'this_hour'];
  expect(await select(unlogged)).toEqual(counters.map((relname) => ({ relname })));
});

test('never reads the whole list, even if it was empty when the session made its plan', async () => {
  await db.exec('analyze public.waitlist');
  await db.transaction(async (tx) => {
    const scans = `select pg_stat_get_xact_numscans('public.waitlist'::regclass)`;
    const before = (await tx.query(scans)).rows;
    await visit(tx, insertOf(same), HERE);
    await tx.exec('reset role');
    expect((await tx.query(scans)).rows).toEqual(before);
  });
  expect(await storedRows(db)).toHaveLength(1);
});
