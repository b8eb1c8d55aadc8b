import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { type Headers, insertOf, people, person, post, type Row, signUp, storedRows } from './visitor.ts';

// Who is one sender, and what is rejected when. On PGlite. `real-stack.test.ts` has the limit with many
// connections at once.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist; update private.sign_up_limits set per_sender = 3'));

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const THERE = from('192.0.2.2');
const senders = async () =>
  (await db.query<{ sender_group: number }>('select distinct sender_group from public.waitlist')).rows;

/** How many of the sign-ups are accepted. The others reach the limit. */
async function accepted(rows: Row[], headers: Headers): Promise<number> {
  const outcomes = await Promise.allSettled(rows.map((row) => signUp(db, row, headers)));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of rejected) expect(reason.code).toBe('PT429');
  return rows.length - rejected.length;
}

const same = person(0);
type Step = [rows: Row[], headers: Headers, accepted: number];

test.each<[what: string, ...Step[]]>([
  ['rejects the sign-up after the limit', [people(5), HERE, 3], [people(5, 6), THERE, 3]],
  ['counts what repeats', [[same, same, same, same], HERE, 3]],
  ['finds no sender without an address', [people(10), {}, 10]],
  ['finds no sender in what is no address', [people(10), from('unknown'), 10]],
])('%s', async (_what, ...steps) => {
  for (const [rows, headers, count] of steps) expect(await accepted(rows, headers)).toBe(count);
});

test('takes an IPv6 household for one sender, by its /56', async () => {
  expect(await accepted(people(3), from('2001:db8:1:200::1'))).toBe(3);
  expect(await accepted(people(3, 4), from('2001:db8:1:2ff:ffff::9'))).toBe(0);
  expect(await accepted(people(1, 4), from('2001:db8:1:300::1'))).toBe(1);
});

test('counts the last hour', async () => {
  expect(await accepted(people(5), HERE)).toBe(3);
  await db.exec(`update public.waitlist set created_at = now() - interval '59 minutes'`);
  expect(await accepted(people(5, 10), HERE)).toBe(0);
  await db.exec(`update public.waitlist set created_at = now() - interval '61 minutes'`);
  expect(await accepted(people(5, 10), HERE)).toBe(3);
});

test('does not limit the team, and has room for a venue by default', async () => {
  await db.exec('select private.check_request(); update private.sign_up_limits set per_sender = default');
  await db.exec(insertOf(people(10)));
  expect(await storedRows(db)).toHaveLength(10);
  expect((await db.query('select per_sender from private.sign_up_limits')).rows).toEqual([{ per_sender: 1000 }]);
});

test('stores no address, only the coarse group of a sender, which the rows of a flood share', async () => {
  for (let i = 0; i < 30; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  const tables = await db.query<{ text: string }>(`
    select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '')
      as text
    from pg_tables where schemaname in ('public', 'private')`);
  expect(tables.rows[0]?.text).toContain(person(1).name);
  expect(tables.rows[0]?.text).not.toContain('192.0.2');
  const groups = await senders();
  expect(groups.length).toBeGreaterThan(25);
  for (const { sender_group } of groups) expect(sender_group & 0xffff).toBe(sender_group);

  await db.exec('truncate public.waitlist');
  await signUp(db, people(3), HERE);
  expect(await senders()).toHaveLength(1);
  // The group depends on the secret.
  await db.exec('update private.sign_up_limits set secret = default');
  await signUp(db, person(9), HERE);
  expect(await senders()).toHaveLength(2);
});

test('never reads the whole list, even if it was short when the session made its plan', async () => {
  await signUp(db, person(0), HERE);
  await db.exec('analyze public.waitlist');
  for (let i = 1; i < 10; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  await db.exec(insertOf(people(2000, 100)));
  await db.transaction(async (tx) => {
    const scans = `select pg_stat_get_xact_numscans('public.waitlist'::regclass)`;
    const before = (await tx.query(scans)).rows;
    await post(tx, same, HERE);
    await tx.exec('reset role');
    expect((await tx.query(scans)).rows).toEqual(before);
  });
});

// The smoke test sends a sign-up and a row of nulls in one request. Each state of the table has an error of its own.
const TABLE = 'alter table public.waitlist';
test.each([
  ['as it is', '', 'one sign-up per request'],
  ['without a trigger', `${TABLE} disable trigger user`, 'violates row-level security'],
  ['without a policy', 'drop policy "visitors may sign up" on public.waitlist', 'violates row-level security'],
  ['without a right', 'revoke insert (email) on public.waitlist from anon', 'permission denied'],
  ['without a column', `${TABLE} rename email to mail`, 'column "email"'],
  ['at its limit', 'update private.sign_up_limits set per_sender = 0', 'too many sign-ups'],
  ['without rules', `${TABLE} disable trigger user, disable row level security`, 'violates not-null constraint'],
])('a request of two rows shows a table %s, and stores nothing', async (_what, change, message) => {
  const nulls = Object.fromEntries(Object.keys(same).map((column) => [column, null]));
  const probing = db.transaction((tx) => tx.exec(change).then(() => post(tx, [same, nulls], HERE)));
  await expect(probing).rejects.toThrow(message);
  expect(await storedRows(db)).toEqual([]);
});
