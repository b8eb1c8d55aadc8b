import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import {
  asVisitor,
  insertOf,
  person,
  postSignUp,
  type Row,
  signUp,
  storedRows,
} from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
const ada = { ...person(1), phone_number: '+1 (555) 010-0001', email: 'ada@example.com' };

afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const capitals = (row: Row, column: keyof Row) => ({
  ...row,
  [column]: row[column]?.toUpperCase(),
});

test.each<[string, Row]>([
  ['exactly the same', ada],
  ['the phone typed differently', { ...ada, phone_number: '1.555/0100001' }],
  ['the phone with full-width characters', { ...ada, phone_number: '＋1（555）010－0001' }],
  [
    'the phone pasted with invisible marks',
    { ...ada, phone_number: '\u202a+1 555\u00a00100001\u202c' },
  ],
  ['email in capitals', capitals(ada, 'email')],
  ['handle in capitals', capitals(ada, 'instagram')],
  ['handle without @', { ...ada, instagram: `${ada.instagram}`.slice(1) }],
  ['blanks around', { ...ada, name: ` ${ada.name}\u00a0` }],
  ['another time', { ...ada, timestamp: '2026-11-22T12:00:00.000Z' }],
])('adds no row for an identical submission: %s', async (_what, again) => {
  await signUp(db, [ada, again]);
  expect(await storedRows(db)).toHaveLength(1);
});

test.each<[string, Row]>([
  ['name', { ...ada, name: 'Other' }],
  ['case of the name', capitals(ada, 'name')],
  ['phone', { ...ada, phone_number: '+1 (555) 010-0002' }],
  ['handle', { ...ada, instagram: 'other' }],
  ['blank handle', { ...ada, instagram: null }],
  ['email', { ...ada, email: 'other@example.com' }],
  ['blank email', { ...ada, email: '' }],
  ['place for the same text', { ...ada, instagram: ada.email ?? '', email: null }],
])('keeps a submission with another %s', async (_what, other) => {
  await signUp(db, [ada, other]);
  expect(await storedRows(db)).toHaveLength(2);
});

test.each([
  ['+1 555 010 0001', '(1) 555-010-0001', '+١ ٥٥٥ ٠١٠ ٠٠٠١', '１.555.010‑0001', '①555010𝟎𝟎𝟘¹'],
  ['1-800-FLOWERS', '1 800 flowers'],
  ['ask me', 'Ask Me'],
])('takes %s and its spellings for one number', async (...spellings) => {
  for (const phone_number of spellings) await signUp(db, { ...ada, phone_number });
  expect(await storedRows(db)).toHaveLength(1);
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
])('takes the phones %s and %s for different people', async (one, other) => {
  for (const phone_number of [one, other]) await signUp(db, { ...ada, phone_number });
  const { rows } = await db.query('select distinct person_key from public.waitlist');
  expect(rows).toHaveLength(2);
});

test('answers an identical submission exactly as a new one, with a count too', async () => {
  for (const headers of [{}, { prefer: 'count=exact' }, { prefer: 'return=minimal,count=exact' }]) {
    const answers = [];
    for (let i = 0; i < 3; i++) {
      const response = await postSignUp(backend.fetch, ada, headers);
      answers.push([response.status, [...response.headers], await response.text()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await db.exec('truncate public.waitlist');
  }
});

test('applies the same rules to a function that the team lets visitors call', async () => {
  await db.exec(`
    create function public.sign_up_twice() returns void language sql security definer
    begin atomic ${insertOf(ada)}; ${insertOf(person(2))}; end;
    create function public.sign_up_once() returns void language sql security definer
    begin atomic ${insertOf(ada)}; end;
  `);
  await expect(asVisitor(db, 'select public.sign_up_twice()')).rejects.toMatchObject({
    code: '22023',
  });
  expect(await storedRows(db)).toEqual([]);
  await asVisitor(db, 'select public.sign_up_once()');
  await asVisitor(db, 'select public.sign_up_once()');
  expect(await storedRows(db)).toHaveLength(1);
  await db.exec('drop function public.sign_up_twice, public.sign_up_once');
});

test('lets a person who was removed sign up again', async () => {
  await signUp(db, ada);
  await db.exec('delete from public.waitlist');
  await signUp(db, ada);
  expect(await storedRows(db)).toHaveLength(1);
});

test('updates the keys when the team corrects a row', async () => {
  await signUp(db, ada);
  await db.exec(`update public.waitlist set name = 'Other'`);
  await signUp(db, { ...ada, name: 'Other' });
  expect(await storedRows(db)).toHaveLength(1);
});

test('reports a duplicate to the team instead of dropping it', async () => {
  await db.exec(insertOf(ada));
  await expect(db.exec(insertOf(ada))).rejects.toMatchObject({ code: '23505' });
});

test('stores texts trimmed, and blank or invisible optional texts as null', async () => {
  const seen = { name: '\u200bAda\u200d', phone_number: '555' };
  const spaced = { name: `\ufeff\u00a0 ${seen.name}\u3000`, phone_number: '\t555\n' };
  for (const [instagram, email] of [
    [' \u2003 ', ''],
    ['\u200b', '\u2800 '],
  ]) {
    await signUp(db, { ...ada, ...spaced, instagram: instagram ?? '', email: email ?? '' });
  }
  expect(await storedRows(db)).toEqual([{ ...seen, instagram: null, email: null }]);
});

const LONG = 'x'.repeat(1001);

test.each<[string, Row | string]>([
  ['no name', { ...ada, name: null }],
  ['a blank name', { ...ada, name: ' \u00a0\u2028\ufeff' }],
  ['no phone', { ...ada, phone_number: null }],
  ['a blank phone', { ...ada, phone_number: '\u3000' }],
  ['a name of zero-width spaces', { ...ada, name: '\u200b\u2060' }],
  ['a name of a Hangul filler', { ...ada, name: '\u3164' }],
  ['a phone of an empty Braille cell', { ...ada, phone_number: '\u2800' }],
  ['a phone of nothing but directions', { ...ada, phone_number: '\u202a \u202c' }],
  ['a long name', { ...ada, name: LONG }],
  ['a long phone', { ...ada, phone_number: LONG }],
  ['a long handle', { ...ada, instagram: LONG }],
  ['a long email', { ...ada, email: `${LONG}@example.com` }],
  ['a name in endless blanks', { ...ada, name: `${'\ufeff'.repeat(1334)}Ada` }],
  ['a control character', { ...ada, name: 'A\u0007da' }],
  ['a line break in a name', { ...ada, name: 'A\nda' }],
  ['a line break in a phone', { ...ada, phone_number: '1\n2' }],
  ['a line break in a handle', { ...ada, instagram: 'a\nda' }],
  ['a line break in an email', { ...ada, email: 'ada@example.com\nada@example.com' }],
  ['a C1 control character', { ...ada, name: 'A\u0085da' }],
  ['DEL', { ...ada, name: 'A\u007fda' }],
  ['NUL', { ...ada, name: 'A\u0000da' }],
  ['an email without @', { ...ada, email: 'ada.example.com' }],
  ['an email without a dot', { ...ada, email: 'ada@example' }],
  ['an email with a blank', { ...ada, email: 'a da@example.com' }],
  ['an email of a dash', { ...ada, email: '-' }],
  ['two emails in one', { ...ada, email: 'a@b.c,x.y' }],
  ['an email with a name', { ...ada, email: 'Ada<ada@example.com>' }],
  ['no time', { ...ada, timestamp: null }],
  ['an infinite time', { ...ada, timestamp: 'infinity' }],
  ['an infinitely early time', { ...ada, timestamp: '-infinity' }],
  ['a word for a time', { ...ada, timestamp: 'soon' }],
  ['another column', { ...ada, id: 1 } as Row],
  ['an unknown column', { ...ada, admin: true } as Row],
  ['two rows', JSON.stringify([ada, person(2)])],
  ['the same row twice', JSON.stringify([ada, ada])],
  ['a bad row after a good one', JSON.stringify([ada, { ...ada, name: '' }])],
  ['no object', '"ada"'],
  ['broken JSON', '{"name":'],
])('refuses %s with a 4xx', async (_what, body) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status } = await postSignUp(backend.fetch, body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(await storedRows(db)).toEqual([]);
});

test('stores the replacement character for a lone surrogate', async () => {
  const body = JSON.stringify(ada).replace(String(ada.name), '\\ud800');
  expect((await postSignUp(backend.fetch, body)).status).toBe(201);
  expect(await storedRows(db)).toMatchObject([{ name: '\ufffd' }]);
});

test('accepts texts of 1,000 characters of any script', async () => {
  const text = '𝒳'.repeat(1000);
  await signUp(db, { ...ada, name: text, phone_number: text, instagram: text });
  expect(await storedRows(db)).toHaveLength(1);
});

test('names the mistake without repeating what was typed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await postSignUp(backend.fetch, { ...ada, email: 'secret address' });
  const logged = JSON.stringify(log.mock.calls.map(([error]) => ({ ...error, text: `${error}` })));
  const complaint = 'email must be an email address';
  expect(await response.json()).toMatchObject({ code: '22023', message: complaint });
  expect(logged).toContain(complaint);
  expect(logged).not.toMatch(/secret|555/);
  expect(logged).not.toContain(ada.name);
});

test('keeps simultaneous requests apart', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      postSignUp(backend.fetch, { ...ada, name: i % 4 === 0 ? '' : `Ada ${i}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 400 : 201)),
  );
  expect(await storedRows(db)).toHaveLength(30);
});
