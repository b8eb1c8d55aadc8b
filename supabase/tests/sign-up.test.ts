import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import {
  ada,
  asVisitor,
  columns,
  insertOf,
  person,
  postSignUp,
  type Row,
  signUp,
  storedRows,
} from './visitor.ts';

// The rules for one sign-up, on the database itself. How the API responds is in the contract.

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
const { name, phone, handle, email } = columns;
const LONG = 'x'.repeat(1001);

afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const capitals = (column: keyof Row) => ({ [column]: ada[column]?.toUpperCase() });
const stored = async () => (await storedRows(db)).length;

test.each<[string, Row]>([
  ['exactly the same', {}],
  ['the phone without its marks', { [phone]: ada[phone]?.replaceAll(/\W/g, '') }],
  ['email in capitals', capitals(email)],
  ['handle in capitals', capitals(handle)],
  ['handle without @', { [handle]: ada[handle]?.slice(1) }],
  ['blanks around', { [name]: ` ${ada[name]}\u00a0` }],
  ['another time', { timestamp: '2026-11-22T12:00:00.000Z' }],
])('adds no row for an identical submission: %s', async (_what, change) => {
  await signUp(db, [ada, { ...ada, ...change }]);
  expect(await stored()).toBe(1);
});

test.each<[string, Row]>([
  ['name', { [name]: 'Other' }],
  ['case of the name', capitals(name)],
  ['phone', { [phone]: '+1 (555) 010-0002' }],
  ['handle', { [handle]: 'other' }],
  ['blank handle', { [handle]: null }],
  ['email', { [email]: 'other@example.com' }],
  ['blank email', { [email]: '' }],
  ['place for the same text', { [handle]: ada[email], [email]: null }],
])('keeps a submission with another %s', async (_what, change) => {
  await signUp(db, [ada, { ...ada, ...change }]);
  expect(await stored()).toBe(2);
});

test.each([
  ['+1 555 010 0001', '(1) 555-010-0001', '１.555.010‑0001', '①555010𝟎𝟎𝟘¹'],
  ['1.555/0100001', '＋1（555）010－0001', '\u202a+1 555\u00a00100001\u202c'],
  ['1-800-FLOWERS', '1 800 flowers'],
  ['ask me', 'Ask Me'],
])('compares %s and its spellings as one number', async (...spellings) => {
  for (const spelling of spellings) await signUp(db, { ...ada, [phone]: spelling });
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
  ['---', '( )'],
  ['447700900777', 'sms:evil.example?447700900777'],
])('compares the phones %s and %s as different people', async (...phones) => {
  for (const other of phones) await signUp(db, { ...ada, [phone]: other });
  const { rows } = await db.query('select distinct person_key from public.waitlist');
  expect(rows).toHaveLength(2);
});

test('applies the same rules to a function that the team lets visitors call', async () => {
  await db.exec(`
    create function public.sign_up_twice() returns void language sql security definer
    begin atomic ${insertOf(ada)}; ${insertOf(person(2))}; end;
    create function public.sign_up_once() returns void language sql security definer
    begin atomic ${insertOf(ada)}; end;
  `);
  await expect(asVisitor(db, 'select public.sign_up_twice()')).rejects.toThrow('one sign-up');
  expect(await stored()).toBe(0);
  await asVisitor(db, 'select public.sign_up_once()');
  await asVisitor(db, 'select public.sign_up_once()');
  expect(await stored()).toBe(1);
  await db.exec('drop function public.sign_up_twice, public.sign_up_once');
});

test.each([
  ['lets a person who was removed sign up again', 'delete from public.waitlist', ada],
  [
    'updates the keys when the team corrects a row',
    `update public.waitlist set name = 'Other'`,
    { ...ada, [name]: 'Other' },
  ],
])('%s', async (_what, change, next) => {
  await signUp(db, ada);
  await db.exec(change);
  await signUp(db, next);
  expect(await stored()).toBe(1);
});

test('stores texts trimmed, and blank optional texts as null', async () => {
  const seen = { [name]: '\u200bAda\u200d', [phone]: '555' };
  const spaced = { [name]: `\ufeff\u00a0 ${seen[name]}\u3000`, [phone]: '\t555\n' };
  await signUp(db, { ...ada, ...spaced, [handle]: ' \u2003 ', [email]: '' });
  expect(await storedRows(db)).toMatchObject([{ ...seen, [handle]: null, [email]: null }]);
});

test.each(
  Object.entries({
    // Nothing visible, too long, control characters.
    [name]: [null, '', ' \u00a0\u2028\ufeff', '\u200b\u2060', '\u3164', LONG]
      .concat(`${'\ufeff'.repeat(1334)}Ada`)
      .concat(['A\u0007da', 'A\nda', 'A\u0085da', 'A\u007fda']),
    [phone]: [null, '\u3000', '\u2800', '\u202a \u202c', LONG, '1\n2'],
    [handle]: [LONG, 'a\nda'],
    [email]: ['ada.example.com', 'ada@example', 'a da@example.com', '-', 'a@b.c,x.y']
      .concat(['Ada<ada@example.com>', 'ada@example.com\nada@example.com'])
      .concat(`${LONG}@example.com`),
    timestamp: [null, 'infinity', '-infinity'],
  }).flatMap(([column, texts]) => texts.map((text): [string, string | null] => [column, text])),
)('rejects the %s %j', async (column, text) => {
  await expect(signUp(db, { ...ada, [column]: text })).rejects.toMatchObject({ code: '22023' });
  expect(await stored()).toBe(0);
});

test('stores the valid ones of simultaneous requests', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const names = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? '' : `Ada ${i}`));
  const responses = await Promise.all(
    names.map((text) => postSignUp(backend.fetch, { ...ada, [name]: text })),
  );
  vi.restoreAllMocks();
  expect(responses.map(({ status }) => status)).toEqual(names.map((text) => (text ? 201 : 400)));
  expect(await stored()).toBe(30);
});
