import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { ada, asVisitor, insert, postSignUp, type Row, signUp, storedRows } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

test.each<[string, Row]>([
  ['exactly the same', ada],
  ['the phone typed differently', { ...ada, phone_number: '1 555 0100001' }],
  ['email in capitals', { ...ada, email: 'ADA@EXAMPLE.COM' }],
  ['handle in capitals and without @', { ...ada, instagram: 'ADA' }],
  ['blanks around', { ...ada, name: ' Ada\u00a0' }],
  ['another time', { ...ada, timestamp: '2026-11-22T12:00:00.000Z' }],
])('adds no row for an identical submission: %s', async (_what, again) => {
  await signUp(db, ada);
  await signUp(db, again);
  expect(await storedRows(db)).toHaveLength(1);
});

test.each<[string, Row]>([
  ['name', { ...ada, name: 'Ada Lovelace' }],
  ['case of the name', { ...ada, name: 'ada' }],
  ['phone', { ...ada, phone_number: '+1 (555) 010-0002' }],
  ['handle', { ...ada, instagram: 'lovelace' }],
  ['blank handle', { ...ada, instagram: null }],
  ['email', { ...ada, email: 'lovelace@example.com' }],
  ['blank email', { ...ada, email: '' }],
])('keeps a submission with another %s', async (_what, other) => {
  await signUp(db, ada);
  await signUp(db, other);
  expect(await storedRows(db)).toHaveLength(2);
});

test('compares phones without digits by their text', async () => {
  await signUp(db, [
    { ...ada, phone_number: 'ask me' },
    { ...ada, phone_number: 'Ask Me' },
    { ...ada, phone_number: 'ask him' },
  ]);
  expect((await storedRows(db)).map((row) => row.phone_number)).toEqual(['ask me', 'ask him']);
});

test('takes the digits of other scripts for what they are', async () => {
  const numbers = [
    '+20 100 123 4567',
    '+٢٠ ١٠٠ ١٢٣ ٤٥٦٧', // Arabic
    '＋20　100‑123‑4567', // full-width plus and space, unbreakable dashes
    '+20 ١٠٠١٢٣٤ե', // half Latin, another number
    '+20 ١١١١٢٣٤ե',
    '+66 ๑๒๓', // Thai
    '+66 ๓๒๑',
  ];
  for (const phone_number of numbers) await signUp(db, { ...ada, phone_number });
  expect((await storedRows(db)).map((row) => row.phone_number)).toEqual([
    numbers[0],
    ...numbers.slice(3),
  ]);
});

// Different letters, digits that are not known here: in doubt a submission is kept.
test.each([
  ['1-800-FLOWERS', '1-800-CONTACT'],
  ['⑦⑨', '①②'],
  ['𝟚𝟛', '𝟜𝟝'],
  ['𞥐𞥑𞥒', '𞥓𞥔𞥕'],
  ['555 0100, 5', '555 01005'],
  ['0044 20 7946 0000', '+44 20 7946 0000'],
  ['12#34', '1234'],
  ['---', '( )'],
])('takes the phones %s and %s for different ones', async (one, other) => {
  await signUp(db, [
    { ...ada, phone_number: one, instagram: null, email: null },
    { ...ada, phone_number: other, instagram: null, email: null },
  ]);
  expect(await storedRows(db)).toHaveLength(2);
});

test('compares phones without blanks, dashes, dots and brackets', async () => {
  const ways = ['+1 (555) 010-0001', '1.555.010.0001', '1/555/0100001', '＋1（555）010－0001'];
  for (const phone_number of ways) await signUp(db, { ...ada, phone_number });
  expect(await storedRows(db)).toHaveLength(1);
});

test('takes for one person whose numbers differ only in how they are typed', async () => {
  const people = [
    ['+1 555 010 0001', '(1) 555-010-0001', '1 555 010 0001 (mobile)', '+١ ٥٥٥ ٠١٠ ٠٠٠١'],
    ['1-800-FLOWERS', '1 800 flowers'],
    ['1-800-CONTACT'],
    ['ask me'],
    ['①②'],
    ['③④'],
  ];
  const keys = [];
  for (const ways of people) {
    const { rows } = await db.query<{ key: string }>(
      'select distinct private.person_key(private.plain_phone(way)) as key from unnest($1::text[]) as way',
      [ways],
    );
    expect(rows).toHaveLength(1);
    keys.push(rows[0]?.key);
  }
  expect(new Set(keys).size).toBe(people.length);
});

test('answers an identical submission exactly as a new one, asked for the count too', async () => {
  const answers = [];
  for (const headers of [{}, { prefer: 'count=exact' }, { prefer: 'return=minimal,count=exact' }]) {
    for (const row of [{ ...ada, name: `Ada ${answers.length}` }, ada, ada]) {
      const response = await postSignUp(backend.fetch, row, headers);
      answers.push([response.status, [...response.headers], await response.text()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    answers.length = 0;
  }
  expect(await storedRows(db)).toHaveLength(2);
});

test('holds a function that the team lends to visitors to the same rules', async () => {
  await db.exec(`
    create function public.sign_up_twice() returns void language sql security definer as $$
      insert into public.waitlist (name, phone_number, "timestamp")
      values ('Ada', '1', now()), ('Ada', '1', now())
    $$;
    create function public.sign_up_once() returns void language sql security definer as $$
      insert into public.waitlist (name, phone_number, "timestamp") values ('Ada', '1', now())
    $$;
  `);
  await asVisitor(db, 'select public.sign_up_twice()');
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

test('keeps the keys when the team corrects a row', async () => {
  await signUp(db, ada);
  await db.exec(`update public.waitlist set name = 'Ada L.'`);
  await signUp(db, { ...ada, name: 'Ada L.' });
  expect(await storedRows(db)).toHaveLength(1);
});

test('tells the team about a duplicate instead of dropping it', async () => {
  const insert = `insert into public.waitlist (name, phone_number, "timestamp") values ('Ada', '1', now())`;
  await db.exec(insert);
  await expect(db.exec(insert)).rejects.toMatchObject({ code: '23505' });
});

test('stores text trimmed, and blank optional text as null', async () => {
  await signUp(db, {
    ...ada,
    name: '\ufeff\u00a0 Ada\u3000',
    phone_number: '\t555\n',
    instagram: ' \u2003 ',
    email: '',
  });
  expect(await storedRows(db)).toEqual([
    { name: 'Ada', phone_number: '555', instagram: null, email: null },
  ]);
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
  ['a line break in a phone without a name', { ...ada, name: null, phone_number: '1\n2' }],
  ['a line break in a handle', { ...ada, instagram: 'a\nda' }],
  ['a line break in an email', { ...ada, email: 'ada@example.com\nada@example.com' }],
  ['a C1 control character', { ...ada, name: 'A\u0085da' }],
  ['DEL', { ...ada, name: 'A\u007fda' }],
  ['NUL', { ...ada, name: 'A\u0000da' }],
  ['an email without @', { ...ada, email: 'ada.example.com' }],
  ['an email without a dot', { ...ada, email: 'ada@example' }],
  ['an email with a blank', { ...ada, email: 'a da@example.com' }],
  ['an email of a dash', { ...ada, email: '-' }],
  ['no time', { ...ada, timestamp: null }],
  ['an infinite time', { ...ada, timestamp: 'infinity' }],
  ['an infinitely early time', { ...ada, timestamp: '-infinity' }],
  ['no time at all', { ...ada, timestamp: 'soon' }],
  ['another column', { ...ada, id: 1 } as Row],
  ['an unknown column', { ...ada, admin: true } as Row],
  ['no object', '"ada"'],
  ['broken JSON', '{"name":'],
])('refuses %s with a 4xx', async (_what, body) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status } = await postSignUp(backend.fetch, body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(await storedRows(db)).toEqual([]);
});

test('takes a lone surrogate for what JSON readers make of it', async () => {
  const { status } = await postSignUp(
    backend.fetch,
    '{"name":"\\ud800","phone_number":"1","timestamp":"2026-11-21T12:00:00Z"}',
  );
  expect(status).toBe(201);
  expect(await storedRows(db)).toMatchObject([{ name: '\ufffd' }]);
});

test('accepts texts of 1,000 characters of any script', async () => {
  const text = '𝒳'.repeat(1000);
  await signUp(db, { ...ada, name: text, phone_number: text, instagram: text });
  expect(await storedRows(db)).toHaveLength(1);
});

test('stores no optional text that nobody can see', async () => {
  await signUp(db, { ...ada, instagram: '\u200b', email: '\u2800 ' });
  expect(await storedRows(db)).toMatchObject([{ instagram: null, email: null }]);
});

test('stores a text that has something to see as it is', async () => {
  await signUp(db, { ...ada, name: '\u200bAda\u200d' });
  expect(await storedRows(db)).toMatchObject([{ name: '\u200bAda\u200d' }]);
});

test.each([
  ['good', [ada, { ...ada, name: 'Bob' }]],
  ['identical', [ada, ada]],
  ['bad after good', [ada, { ...ada, name: '' }]],
])('stores nothing of a request with several rows: %s', async (_what, rows) => {
  await insert(db, rows);
  expect(await storedRows(db)).toEqual([]);
});

test('says what is wrong without repeating what was typed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await postSignUp(backend.fetch, { ...ada, email: 'secret address' });
  const logged = JSON.stringify(log.mock.calls.map(([error]) => ({ ...error, text: `${error}` })));
  expect(await response.json()).toMatchObject({
    code: '22023',
    message: 'email must be an email address',
  });
  expect(logged).toContain('email must be an email address');
  expect(logged).not.toMatch(/secret|Ada|555/);
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
