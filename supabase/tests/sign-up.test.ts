import { afterAll, beforeEach, expect, test } from 'vitest';
import { FIELD_KEYS, signUpSchema, toRow } from '../../src/waitlist/fields.ts';
import * as samples from '../../src/waitlist/samples.ts';
import { openPglite } from '../local/pglite.ts';
import { ada, insertOf, type Row, signUp, storedRows } from './visitor.ts';

// The rules for one sign-up. On PGlite, without the API: `real-stack.test.ts` has the API's responses.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const LONG = 'x'.repeat(1001);
const VARIED = String.fromCodePoint(...Array.from({ length: 999 }, (_, i) => 0x4e00 + ((i * 7919) % 20_000)));

test.each<[string, Row]>([
  ['as it is typed', { name: ' Ada\u00a0"Lo" \\', phone_number: 'none', instagram: null, email: null }],
  // An index entry of a B-tree has room for some 2,700 bytes, after compression.
  ['with a long phone number in many characters', { phone_number: `1${VARIED}` }],
])('stores each sign-up %s, even a repeated one', async (_what, change) => {
  const row = { ...ada, ...change };
  await signUp(db, [row, row]);
  // Without the settings of PostgREST.
  await db.exec(`begin; set local role anon; ${insertOf(row)}; commit`);
  const { timestamp: _, ...texts } = row;
  expect(await storedRows(db)).toMatchObject([texts, texts, texts]);
});

const persons = async (...phones: string[]) => {
  for (const phone_number of phones) await signUp(db, { ...ada, phone_number });
  return (await db.query('select distinct person_key from public.waitlist')).rows.length;
};

test.each([
  ['+1 555 010 0001', '(1) 555-010-0001', '１.555.010‑0001', '１５５５０１００００１'],
  ['1.555/0100001', '＋1（555）010－0001', '+1 555\u00a00100001'],
  ['07700 900555', '٠٧٧٠٠ ٩٠٠٥٥٥', '۰۷۷۰۰۹۰۰۵۵۵', '०७७००-९००५५५', '০৭৭০০৯০০৫৫৫', '๐๗๗๐๐๙๐๐๕๕๕', '𝟎𝟕𝟕𝟎𝟎𝟗𝟎𝟎𝟓𝟓𝟓'],
])('takes %s and its spellings for one person', async (...spellings) => {
  expect(await persons(...spellings)).toBe(1);
});

// In doubt, nothing passes for somebody else's number.
test.each([
  ['1-800-FLOWERS', '1-800-CONTACT'],
  ['none', 'none'],
  ['-', '-'],
  ['+66 ๑๒๓', '+66 ๓๒๑'],
  ['x²', 'x³'],
  ['Ⅳ', '④'],
  ['555 0100, 5', '555 01005'],
  ['0044 20 7946 0000', '+44 20 7946 0000'],
  ['447700900777', 'sms:evil.example?447700900777'],
])('takes %s and %s for different people', async (...phones) => {
  expect(await persons(...phones)).toBe(2);
});

test('takes every decimal digit of Unicode for its value', async () => {
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const digits = characters.filter((character) => /\p{Nd}/u.test(character));
  const { rows } = await db.query(`select private.person_key(unnest($1::text[]), 0) as key`, [digits]);
  expect(rows).toEqual(digits.map((_, i) => ({ key: `${i % 10}` })));
});

test('takes no number for that of a row without one', async () => {
  await signUp(db, { ...ada, phone_number: 'none' });
  const [row] = (await db.query<{ id: number }>('select id from public.waitlist')).rows;
  expect(await persons(`${row?.id}`, `-${row?.id}`)).toBe(2);
});

test.each(
  Object.entries({
    name: [null, '', '  ', LONG, 'A\u0001', 'A\nda', 'A\u001f', 'A\u007f', 'A\u009f', 'A\u202a', 'A\u202e', 'A\u2066'],
    phone_number: [null, ' ', LONG, '1\n2', '\u2069555'],
    instagram: ['', ' ', LONG, 'a\nda', 'a\u061cda', 'a\u200eda', 'a\u200fda'],
    email: ['', 'a.b.co', 'a@b', 'a a@b.co', 'a@b.c,x.y', 'A<a@b.co', 'a@b.co>', 'a@b.co\na@b.co', `${LONG}@b.co`],
    timestamp: [null, 'infinity', '-infinity'],
  }).flatMap(([column, texts]) => texts.map((text) => ({ column, text }))),
)('rejects the $column $text by the policy', async ({ column, text }) => {
  await expect(signUp(db, { ...ada, [column]: text })).rejects.toThrow(/row-level security/);
  expect(await storedRows(db)).toHaveLength(0);
});

test('stores whatever the form accepts', async () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const odd = characters.filter((character) => /[\p{Cc}\p{Cf}\p{Z}]/u.test(character)).join('x');
  const long = ['x'.repeat(1000), '𝒳'.repeat(1000), LONG];
  const emails = ["o'neil+tag@Mail.example.co.uk", '用户@例え.jp', 'ada@xn--exmple-cua.de', 'a,b@c.co', 'a@b.c;d'];
  for (const text of [odd, 'half \ud800', ' \u200b', '\\u0000"$1\'', ...long, ...emails]) {
    for (const key of FIELD_KEYS) {
      const { data } = signUpSchema.safeParse({ ...samples.ada, [key]: text });
      if (data) await signUp(db, toRow(data, new Date()));
    }
  }
  expect((await storedRows(db)).length).toBeGreaterThan(25);
});

test('judges a new field, and no column of the team', async () => {
  await db.exec(`alter table public.waitlist add column notes text default '', add column pet text;
    grant insert (pet) on public.waitlist to anon`);
  const withPet = (pet: string): Row => Object.assign({ ...ada }, { pet });
  await signUp(db, [ada, withPet('Cat')]);
  expect(await storedRows(db)).toMatchObject([{ pet: null }, { pet: 'Cat', notes: '' }]);
  for (const pet of ['', LONG, 'C\nat']) await expect(signUp(db, withPet(pet))).rejects.toThrow(/row-level security/);
});
