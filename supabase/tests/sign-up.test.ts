import { afterAll, beforeEach, expect, test } from 'vitest';
import { minimal } from '../../src/testing/people.ts';
import { BLANK, EMAIL } from '../../src/waitlist/fields.ts';
import { openPglite } from '../local/pglite.ts';
import { adaRow, addSignUps, rowFrom, storedRows, TEXTS } from './visitor.ts';

// What a visitor's sign-up may contain. On PGlite.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const REFUSED = 'new row violates row-level security policy';
const REFUSED_CHARACTERS = '\n\u0001\u001f\u007f\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069';

test.each(TEXTS)('%s has no control characters, and is not too long', async (column) => {
  const good = String(adaRow[column as keyof typeof adaRow]);
  for (const character of REFUSED_CHARACTERS) {
    const text = good.replace(/(?<=^.)/, character);
    await expect(addSignUps(db, [{ ...adaRow, [column]: text }]), `${column}: ${text}`).rejects.toThrow(REFUSED);
  }
  await expect(addSignUps(db, [{ ...adaRow, [column]: 'x'.repeat(1001) }])).rejects.toThrow('value too long');
  expect(await storedRows(db)).toEqual([]);
});

test.each([
  ['name', [null, '', '  ']],
  ['phone_number', [null, '', '  ']],
  ['email', ['', 'a.b.co', 'a@b', 'a a@b.co', 'a@b.c,x.y', 'A<a@b.co', 'a@b.co>', 'a@b.co.', 'a@b..co']],
  ['timestamp', ['infinity', '-infinity']],
])('the policy refuses a wrong %s', async (column, values) => {
  for (const value of values) {
    await expect(addSignUps(db, [{ ...adaRow, [column]: value }]), `${value}`).rejects.toThrow(REFUSED);
  }
  expect(await storedRows(db)).toEqual([]);
});

test('a row without a timestamp passes the policy, and is not stored', async () => {
  await expect(addSignUps(db, [{ ...adaRow, timestamp: null }])).rejects.toThrow('violates not-null constraint');
  expect(await storedRows(db)).toEqual([]);
});

test('the policy and the page have the same pattern of an email address', async () => {
  const { rows } = await db.query('select with_check from pg_policies');
  expect(rows).toEqual([{ with_check: expect.stringContaining(`'${EMAIL.source}'`) }]);
});

test('the policy accepts a sign-up with every field, and one with the required fields only', async () => {
  await addSignUps(db, [adaRow, rowFrom({ ...BLANK, ...minimal })]);
  expect(await storedRows(db)).toHaveLength(2);
});
