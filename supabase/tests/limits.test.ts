import { afterAll, beforeEach, expect, test } from 'vitest';
import { insertAsVisitor, runAsVisitor } from '../local/api.ts';
import { openPglite } from '../local/pglite.ts';
import { adaRow, addSignUps, rowOf, storedRows } from './visitor.ts';

// Who is one sender, and when it reaches the limit. On PGlite.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist; update private.sign_up_limits set per_sender = 3'));

const DEFAULT = 1000;
const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');

/** How many of five sign-ups are accepted. The others reach the limit. */
async function accepted(headers: object): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => addSignUps(db, [adaRow], headers)));
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of rejected) expect(reason.code, reason.message).toBe('PT429');
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

test('with a limit of 0, every sender is refused, and with any limit, the team is not', async () => {
  await db.exec('update private.sign_up_limits set per_sender = 0');
  for (const headers of [HERE, {}]) expect(await accepted(headers)).toBe(0);
  await db.exec('insert into public.waitlist (name, phone_number, "timestamp") values (1, 1, now()), (1, 1, now())');
  expect(await storedRows(db)).toHaveLength(2);
});

test('counts the last hour', async () => {
  expect(await accepted(HERE)).toBe(3);
  await db.exec(`update public.waitlist set created_at = created_at - interval '59 minutes'`);
  expect(await accepted(HERE)).toBe(0);
  await db.exec(`update public.waitlist set created_at = created_at - interval '2 minutes'`);
  expect(await accepted(HERE)).toBe(3);
});

test(`by default, a sender can add ${DEFAULT} rows in an hour`, async () => {
  await db.exec('update private.sign_up_limits set per_sender = default');
  await addSignUps(db, [adaRow], HERE);
  await db.exec(`insert into public.waitlist (name, phone_number, "timestamp", sender_group, created_at)
    select name, phone_number, "timestamp", sender_group, created_at - n * interval '1 ms'
    from public.waitlist, generate_series(3, ${DEFAULT}) as n`);
  await addSignUps(db, [adaRow], HERE);
  await expect(addSignUps(db, [adaRow], HERE)).rejects.toMatchObject({ code: 'PT429' });
  expect(await storedRows(db)).toHaveLength(DEFAULT);
});

test('a request with two rows stores none', async () => {
  for (const headers of [HERE, {}]) {
    await expect(insertAsVisitor(db, headers, [rowOf(1), rowOf(2)])).rejects.toMatchObject({ code: 'PT400' });
  }
  expect(await storedRows(db)).toEqual([]);
});

test('stores no address, only the coarse group of a sender, which depends on the secret', async () => {
  await addSignUps(db, [adaRow], HERE);
  await db.exec('update private.sign_up_limits set secret = default');
  await addSignUps(db, [adaRow], HERE);
  expect(JSON.stringify(await storedRows(db))).not.toContain('192.0.2');
  const { rows } = await db.query<{ sender_group: number }>('select distinct sender_group from public.waitlist');
  expect(rows).toHaveLength(2);
  for (const { sender_group } of rows) expect(sender_group & 0xffff).toBe(sender_group);
});

test('with a header Prefer, a visitor’s request has at most 1,000 bytes, and a known length', async () => {
  const request = (headers: object) => runAsVisitor(db, headers, 'select private.refuse_large_request_with_prefer()');
  await request({ 'content-length': '9999' });
  await request({ prefer: 'safe', 'content-length': '1000' });
  for (const length of [{ 'content-length': '1001' }, {}, { 'content-length': '9', 'transfer-encoding': 'chunked' }]) {
    await expect(request({ prefer: 'safe', ...length })).rejects.toMatchObject({ code: 'PT400' });
  }
});
