import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { ada, insertOf, people, person, post, signUp, storedRows } from './visitor.ts';

// Who is one sender, and what is rejected when. On PGlite. `real-stack.test.ts` has the limit with many
// connections at once.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist; update private.sign_up_limits set per_sender = 3'));

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const senders = async () =>
  (await db.query<{ sender_group: number }>('select distinct sender_group from public.waitlist')).rows;

/** How many of five sign-ups are accepted. The others reach the limit. */
async function accepted(headers: object): Promise<number> {
  const outcomes = await Promise.allSettled(people(5).map((row) => signUp(db, row, headers)));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of rejected) expect(reason.code).toBe('PT429');
  return 5 - rejected.length;
}

test.each<[what: string, ...steps: [headers: object, accepted: number][]]>([
  ['counts each address', [HERE, 3], [HERE, 0], [from('192.0.2.2'), 3]],
  ['counts an IPv6 household, by its /56', [from('2001:db8:1:200::1'), 3], [from('2001:db8:1:2ff:ffff::9'), 0]],
  ['counts each household', [from('2001:db8:1:200::1'), 3], [from('2001:db8:1:300::1'), 3]],
  ['finds no sender without an address', [{}, 5], [from('unknown'), 5]],
])('%s', async (_what, ...steps) => {
  for (const [headers, count] of steps) expect(await accepted(headers)).toBe(count);
});

test('counts the last hour', async () => {
  expect(await accepted(HERE)).toBe(3);
  await db.exec(`update public.waitlist set created_at = now() - interval '59 minutes'`);
  expect(await accepted(HERE)).toBe(0);
  await db.exec(`update public.waitlist set created_at = now() - interval '61 minutes'`);
  expect(await accepted(HERE)).toBe(3);
});

test('does not limit the team, and has room for a venue by default', async () => {
  await db.exec('select private.check_request(); update private.sign_up_limits set per_sender = default');
  await db.exec(insertOf(...people(10)));
  expect(await storedRows(db)).toHaveLength(10);
  expect((await db.query('select per_sender from private.sign_up_limits')).rows).toEqual([{ per_sender: 1000 }]);
});

test('stores no address, only the coarse group of a sender, which depends on the secret', async () => {
  for (let i = 0; i < 30; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  expect(JSON.stringify(await storedRows(db))).not.toContain('192.0.2');
  const groups = await senders();
  expect(groups.length).toBeGreaterThan(25);
  for (const { sender_group } of groups) expect(sender_group & 0xffff).toBe(sender_group);

  await db.exec('truncate public.waitlist');
  for (const row of people(2)) {
    await signUp(db, row, HERE);
    await db.exec('update private.sign_up_limits set secret = default');
  }
  expect(await senders()).toHaveLength(2);
});

test('never reads the whole list, even if it was short when the session made its plan', async () => {
  await signUp(db, person(0), HERE);
  await db.exec('analyze public.waitlist');
  for (let i = 1; i < 10; i++) await signUp(db, person(i), from(`192.0.2.${i}`));
  await db.exec(insertOf(...people(2000, 100)));
  await db.transaction(async (tx) => {
    const scans = `select pg_stat_get_xact_numscans('public.waitlist'::regclass)`;
    const before = (await tx.query(scans)).rows;
    await post(tx, [ada], HERE);
    await tx.exec('reset role');
    expect((await tx.query(scans)).rows).toEqual(before);
  });
});

// The smoke test sends a sign-up and a row of nulls in one request. Nothing of it may be stored.
test.each([
  ['as it is', '', 'one sign-up per request'],
  ['without a trigger', 'disable trigger user', 'violates row-level security'],
  ['without rules', 'disable trigger user, disable row level security', 'violates not-null constraint'],
])('rejects two rows in one request by a table %s', async (_what, change, message) => {
  const nulls = Object.fromEntries(Object.keys(ada).map((column) => [column, null]));
  const probing = db.transaction(async (tx) => {
    if (change) await tx.exec(`alter table public.waitlist ${change}`);
    await post(tx, [ada, nulls], HERE);
  });
  await expect(probing).rejects.toThrow(message);
});
