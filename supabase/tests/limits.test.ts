import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import {
  ANOTHER_HOUR,
  columns,
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
    alter sequence private.sign_ups_of_all restart;
    insert into private.sign_up_limits (per_sender, per_newcomer) values (3, 1);
  `),
);

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const REJECTED = { code: 'PGRST', message: expect.stringContaining('Too many sign-ups') };
const set = (change: string) => db.exec(`update private.sign_up_limits set ${change}`);
const stored = async () => (await storedRows(db)).length;

/** How many of the sign-ups are accepted. */
async function accepted(rows: Row[], headers = HERE): Promise<number> {
  const outcomes = await Promise.allSettled(rows.map((row) => signUp(db, row, headers)));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

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

test('rejects the sign-up after the limit with 429 and Retry-After', async () => {
  await set('everyone = 1');
  vi.spyOn(console, 'error').mockReturnValue();
  expect((await postSignUp(backend.fetch, person(1))).status).toBe(201);
  const rejection = await postSignUp(backend.fetch, person(2));
  vi.restoreAllMocks();
  expect(rejection.status).toBe(429);
  expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(rejection.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  expect(await stored()).toBe(1);
});

test('does not let identical sign-ups use up a room’s share', async () => {
  await set('per_sender = 20');
  for (const guest of people(10)) await accepted([person(0), person(0), guest]);
  expect(await stored()).toBe(11);
});

test('counts endless identical sign-ups like different ones in the end', async () => {
  expect(await accepted(Array(10).fill(person(1)))).toBe(6);
  expect(await accepted(people(9, 2))).toBe(0);
});

test.each([
  ['identical ones', Array(9).fill(person(1))],
  ['different ones', people(9)],
])('rejects a recent sign-up as it does a new one after too many %s', async (_what, rows) => {
  await signUp(db, person(50), HERE);
  expect(await accepted(rows)).toBeLessThan(9);
  expect(await accepted([person(50), person(51)])).toBe(0);
});

test('takes no sign-ups for identical whose keys a sender has chosen', async () => {
  // Names whose unsalted keys have the same last 15 bits.
  const { rows } = await db.query<{ names: string[] }>(`
    select array_agg(name) as names from (
      select 'E' || n as name,
        private.prepared(json_populate_record(null::public.waitlist,
          json_build_object('name', 'E' || n, 'phone_number', '1'))) as row
      from generate_series(1, 4000) as n) as tried
    group by uuid_hash((row).submission_key) & 32767 order by count(*) desc limit 40`);
  for (const [i, { names }] of rows.entries()) {
    const blank = Object.fromEntries(Object.values(columns).map((column) => [column, null]));
    const guests = names.map((name) => ({ ...person(1), ...blank, name, phone_number: '1' }));
    expect(names.length).toBeGreaterThan(1);
    await accepted(guests, from(`192.0.2.${i}`));
  }
  const { rows: counted } = await db.query(
    'select (last_value % 1000000000)::integer as different from private.sign_ups_of_all',
  );
  expect(counted).toEqual([{ different: await stored() }]);
});

test('has no setting that the counters cannot hold', async () => {
  for (const limit of ['per_sender', 'everyone', 'per_newcomer']) {
    await set(`${limit} = 1000000000`);
    await expect(set(`${limit} = 1000000001`)).rejects.toMatchObject({ code: '23514' });
  }
  await signUp(db, person(1), HERE);
});

test('limits a submission that is on the list already as it does a new one', async () => {
  await signUp(db, person(1), HERE);
  const outcomes = [];
  for (const [address, submission] of Object.entries({ '192.0.2.2': 1, '192.0.2.3': 50 })) {
    const others = people(2, submission + 10);
    await signUp(db, [...others, person(submission)], from(address));
    outcomes.push(await signUp(db, person(99), from(address)).catch((error) => error.message));
  }
  expect(outcomes[0]).toMatch(/Too many/);
  expect(outcomes[0]).toEqual(outcomes[1]);
});

test('keeps the exact limit to itself', async () => {
  await set('per_sender = 20');
  const counts = new Set<number>();
  for (let sender = 0; sender < 10; sender++) {
    counts.add(await accepted(people(26, sender * 100), from(`192.0.2.${sender}`)));
  }
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...counts)).toBeLessThanOrEqual(25);
  expect(counts.size).toBeGreaterThan(1);
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

test.each([
  ['an IPv6 household, by its /56', '2001:db8:1:200::1', '2001:db8:1:2ff:ffff::9'],
  ['IPv4 inside IPv6', '192.0.2.1', '::ffff:192.0.2.1'],
  ['IPv4 inside IPv6 in hexadecimal', '192.0.2.1', '::ffff:c000:201'],
  ['an address with a port', '192.0.2.1', '192.0.2.1:4711'],
  ['an IPv6 address with a port', '2001:db8::1', '[2001:db8::2]:4711'],
])('takes for one sender: %s', async (_what, one, same) => {
  await signUp(db, people(3), from(one));
  await expect(signUp(db, person(4), from(same))).rejects.toMatchObject(REJECTED);
  await signUp(db, person(4), from('2001:db8:1:300::1'));
});

test.each<[string, string | Record<string, string>]>([
  ['no headers', ''],
  ['headers without an address', {}],
  ['an empty address', from('')],
  ['a word for an address', from('unknown')],
  ['an impossible address', from('1.2.3.4, fe80::1%eth0')],
  ['an endless address', from('1'.repeat(10_000))],
])('does not put unknown senders into one bucket: %s', async (_what, headers) => {
  await signUp(db, people(10), headers);
  expect(await stored()).toBe(10);
});

test('has a ceiling for everyone together, under which a newcomer still gets in', async () => {
  await set('everyone = 4');
  await signUp(db, people(2), HERE);
  await signUp(db, people(2, 3), from('192.0.2.2'));

  expect(await accepted([person(5)], HERE)).toBe(0);
  await expect(signUp(db, person(5), {})).rejects.toMatchObject(REJECTED);
  expect(await accepted(people(2, 5), from('192.0.2.3'))).toBe(1);
  expect(await stored()).toBe(5);
});

test('lets no household close the list for everybody', async () => {
  await set('everyone = 4');
  for (let network = 0; network < 50; network++) {
    await accepted([person(0)], from(`2001:db8:1:${(0x200 + network).toString(16)}::1`));
  }
  for (const [i, newcomer] of people(9).entries()) {
    await signUp(db, newcomer, from(`192.0.2.${i}`));
  }
  expect(await stored()).toBe(10);
});

test('counts towards the ceiling no rejection and no identical sign-up', async () => {
  await set('everyone = 4, per_sender = 4');
  await expect(signUp(db, { ...person(1), name: '' }, HERE)).rejects.toThrow(/blank/);
  expect(await accepted([...people(2), ...people(2), person(3)])).toBe(5);
  expect(await accepted(people(2, 5), from('192.0.2.2'))).toBe(1);
});

test('starts afresh in the next hour, whatever the visitor’s time zone', async () => {
  await set('everyone = 3');
  expect(await accepted(people(5))).toBe(3);
  await db.exec(`set timezone = 'Asia/Kolkata'`);
  expect(await accepted(people(1, 6))).toBe(0);
  await db.exec(`reset timezone; ${ANOTHER_HOUR}`);
  expect(await accepted(people(5, 10))).toBe(3);
});

test('keeps the ceiling after the server’s clock was ahead', async () => {
  await set('everyone = 3');
  await db.exec(`select setval('private.sign_ups_of_all',
    (extract(epoch from now() + interval '1 year') / 3600)::bigint * 1000000000)`);
  expect(await accepted(people(5))).toBe(3);
  expect(await accepted(people(2, 6), from('192.0.2.2'))).toBe(1);
});

test('has no limits without its row of settings', async () => {
  await db.exec('delete from private.sign_up_limits');
  await signUp(db, people(10), HERE);
});

test('does not limit the team', async () => {
  await set('everyone = 1');
  await db.exec(`insert into public.waitlist (name, phone_number, "timestamp")
    select 'Person', n, now() from generate_series(1, 10) as n`);
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

test('reads no whole table of counters, even if it was empty when the session made its plan', async () => {
  await db.exec('analyze private.sign_up_counts');
  await db.transaction(async (tx) => {
    const scans = `select pg_stat_get_xact_numscans('private.sign_up_counts'::regclass)`;
    const before = (await tx.query(scans)).rows;
    await tx.query(`select set_config('request.headers', $1, true)`, [
      JSON.stringify({ ...HERE, 'content-length': '1' }),
    ]);
    await tx.exec(`set local role anon; ${insertOf(person(1))}; reset role`);
    expect((await tx.query(scans)).rows).toEqual(before);
  });
  expect(await stored()).toBe(1);
});
