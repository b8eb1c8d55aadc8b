import { afterAll, beforeEach, expect, test } from 'vitest';
import { FIELDS } from '../../src/sign-up/fields.ts';
import { openPglite } from '../local/pglite.ts';
import { ada, asVisitor, insertOf, person, type Row, signUp, storedRows } from './visitor.ts';

// The rules for one sign-up. On PGlite, without the API: `contract.test.ts` has the API's responses, on both
// engines.

const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const stored = async () => (await storedRows(db)).length;
const LONG = 'x'.repeat(1001);

test.each<[string, Row]>([
  ['exactly the same', {}],
  ['email in capitals', { email: ada.email?.toUpperCase() }],
  ['handle in capitals', { instagram: ada.instagram?.toUpperCase() }],
  ['handle without @', { instagram: ada.instagram?.slice(1) }],
  ['blanks around', { name: ` ${ada.name}\u00a0` }],
  ['another time', { timestamp: '2026-11-22T12:00:00.000Z' }],
])('adds no row for an identical submission: %s', async (_what, change) => {
  await signUp(db, [ada, { ...ada, ...change }]);
  expect(await stored()).toBe(1);
});

test.each<[string, Row]>([
  ['name', { name: 'Other' }],
  ['case of the name', { name: ada.name.toUpperCase() }],
  ['handle', { instagram: 'other' }],
  ['blank handle', { instagram: null }],
  ['email', { email: 'other@example.com' }],
  ['blank email', { email: '' }],
  ['place for the same text', { instagram: ada.email, email: null }],
])('keeps a submission with another %s', async (_what, change) => {
  await signUp(db, [ada, { ...ada, ...change }]);
  expect(await stored()).toBe(2);
});

test.each([
  ['+1 555 010 0001', '(1) 555-010-0001', '１.555.010‑0001', '①555010𝟎𝟎𝟘¹'],
  ['1.555/0100001', '＋1（555）010－0001', '+1 555\u00a00100001'],
  ['1-800-FLOWERS', '1 800 flowers'],
  ['ask me', 'Ask Me'],
])('compares %s and its spellings as one number', async (...spellings) => {
  for (const phone_number of spellings) await signUp(db, { ...ada, phone_number });
  expect(await stored()).toBe(1);
});

// In doubt a submission is kept, and nothing passes for somebody else's number.
test.each([
  ['1-800-FLOWERS', '1-800-CONTACT'],
  ['⑦⑨', '①②'],
  ['𞥐𞥑𞥒', '𞥓𞥔𞥕'],
  ['+66 ๑๒๓', '+66 ๓๒๑'],
  ['+20 ١٠٠١٢٣٤ե', '+20 ١١١١٢٣٤ե'],
  ['555 0100, 5', '555 01005'],
  ['0044 20 7946 0000', '+44 20 7946 0000'],
  ['12#34', '1234'],
  ['447700900777', 'sms:evil.example?447700900777'],
  // Only the first 100 characters are normalized, which takes seconds for longer texts.
  [`${'1'.repeat(100)}①`, '1'.repeat(101)],
])('compares the phones %s and %s as different people', async (...phones) => {
  for (const phone_number of phones) await signUp(db, { ...ada, phone_number });
  const { rows } = await db.query('select distinct person_key from public.waitlist');
  expect(rows).toHaveLength(2);
});

test('applies the same rules to a function that the team lets visitors call', async () => {
  const doing = (...inserts: string[]) => `create or replace function public.sign_up()
    returns void language sql security definer begin atomic ${inserts.join(';')}; end`;
  await db.exec(doing(insertOf(ada), insertOf(person(2))));
  await expect(asVisitor(db, 'select public.sign_up()')).rejects.toThrow('one sign-up');
  await db.exec(doing(insertOf(ada)));
  for (const _time of ['first', 'second']) await asVisitor(db, 'select public.sign_up()');
  expect(await stored()).toBe(1);
  await db.exec('drop function public.sign_up');
});

test.each([
  ['lets a person who was removed sign up again', 'delete from public.waitlist', {}],
  ['updates the keys with a row', `update public.waitlist set name = 'New'`, { name: 'New' }],
])('%s', async (_what, change, next) => {
  await signUp(db, ada);
  await db.exec(change);
  await signUp(db, { ...ada, ...next });
  expect(await stored()).toBe(1);
});

test('stores texts trimmed, and blank optional texts as null', async () => {
  const typed = { name: '\ufeff\u00a0 \u200bAda\u200d\u3000', phone_number: '\t555\n' };
  const kept = { name: '\u200bAda\u200d', phone_number: '555' };
  await signUp(db, [
    { ...ada, ...typed, instagram: '\u00a0@ada\t', email: `\n${ada.email} ` },
    { ...ada, ...typed, instagram: ' \u2003 ', email: '' },
    { ...ada, ...typed, instagram: '\u200b', email: null },
  ]);
  expect(await storedRows(db)).toMatchObject([
    { ...kept, instagram: '@ada', email: ada.email },
    { ...kept, instagram: null, email: null },
  ]);
});

test('accepts as a name each character that the form accepts, alone', async () => {
  const { rows } = await db.query<{ n: number; character: string }>(`
    select n, chr(n) as character from generate_series(1, 1114111) as n
    -- Not the surrogates. The other planes have no character that is invisible.
    where n not between 55296 and 57343 and n / 65536 in (0, 1, 14)`);
  const accepted = rows.filter(({ character }) => FIELDS.name.rule.safeParse(character).success);
  expect(accepted.length).toBeGreaterThan(180_000);
  const refused = await db.query('select n from unnest($1::integer[]) as n where private.cleaned(chr(n)) is null', [
    accepted.map(({ n }) => n),
  ]);
  expect(refused.rows).toEqual([]);
});

test.each(
  Object.entries({
    // Nothing visible, too long, control characters.
    name: [null, '', ' \u00a0\u2028\ufeff', '\u200b\u2060', '\u3164', LONG]
      .concat(`${'\ufeff'.repeat(1334)}Ada`)
      .concat(['A\u0007da', 'A\nda', 'A\u0085da', 'A\u007fda'])
      .concat([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].map((mark) => `A${mark}da`)),
    phone_number: [null, '\u3000', '\u2800', '\u202a \u202c', LONG, '1\n2', '\u202a555\u202c'],
    instagram: [LONG, 'a\nda', 'a\u061cda', 'a\u200eda', 'a\u200fda'],
    email: ['ada.example.com', 'ada@example', 'a da@example.com', '-', 'a@b.c,x.y']
      .concat(['Ada<ada@example.com>', 'ada@example.com\nada@example.com', 'ada@\u202emoc.elpmaxe'])
      .concat(`${LONG}@example.com`),
    timestamp: [null, 'infinity', '-infinity'],
  }).flatMap(([column, texts]) => texts.map((text) => ({ column, text }))),
)('rejects the $column $text', async ({ column, text }) => {
  await expect(signUp(db, { ...ada, [column]: text })).rejects.toMatchObject({ code: '22023' });
  expect(await stored()).toBe(0);
});
