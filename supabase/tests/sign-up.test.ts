import { afterAll, expect, test } from 'vitest';
import { BLANK, signUpSchema, toRow } from '../../src/waitlist/fields.ts';
import { openPglite } from '../local/pglite.ts';
import { adaRow, signUp, storedRows } from './visitor.ts';

// What a visitor's sign-up may contain. On PGlite.

const db = await openPglite();
afterAll(() => db.close());

const REFUSED = 'new row violates row-level security policy';
const CONTROLS_AND_MARKS = [
  'A\nda',
  'A\u0001',
  'A\u001f',
  'A\u007f',
  'A\u009f',
  'a\u061cda',
  'a\u200eda',
  'A\u202a',
  'A\u2066',
  '\u2069555',
];

test.each([
  ['name', [null, '', '  ', ...CONTROLS_AND_MARKS]],
  ['phone_number', [null, '', '  ', ...CONTROLS_AND_MARKS]],
  ['instagram', ['', '  ', ...CONTROLS_AND_MARKS]],
  ['email', ['', 'a.b.co', 'a@b', 'a a@b.co', 'a@b.c,x.y', 'A<a@b.co', 'a@b.co>', 'a@b.co\na@b.co', 'a\u202a@b.co']],
  ['timestamp', [null, 'infinity', '-infinity']],
])('the policy refuses a wrong %s', async (column, values) => {
  for (const value of values) {
    await expect(signUp(db, [{ ...adaRow, [column]: value }]), `${value}`).rejects.toThrow(REFUSED);
  }
  expect(await storedRows(db)).toEqual([]);
});

test('the policy accepts a sign-up with every field, and one with the required fields only', async () => {
  const required = signUpSchema.parse({ ...BLANK, name: 'Ada', phoneNumber: '555' });
  await signUp(db, [adaRow, toRow(required, new Date())]);
  expect(await storedRows(db)).toHaveLength(2);
});
