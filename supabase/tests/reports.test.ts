import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPglite, readSql } from '../local/pglite.ts';
import { adaRow, addSignUps, COLUMNS, type Row, TEXTS } from './visitor.ts';

// What the team reads, in the view of people and the saved queries. On PGlite.

const SNIPPETS = readSql('supabase/snippets');
const db = await openPglite();
afterAll(() => db.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const known = { ...adaRow, phone_number: '+1 555 010 0001', instagram: '@ada', email: 'Ada@example.com' };
const respelled = { ...known, phone_number: '1.555.0100001', instagram: null, email: null };
const stranger = { ...known, name: 'Mallory', instagram: 'evil', email: 'e@evil.example' };
const HERE = { 'cf-connecting-ip': '192.0.2.1' };
const nobody = { ...stranger, phone_number: '-' };

/** Runs a saved query after filling in the values at its top, between the quotes or dollars. */
async function run(name: string, values: Record<string, string> = {}) {
  const sql = Object.entries(values).reduce(
    (sql, [column, value]) => sql.replace(RegExp(`('|\\$\\$).*(?=\\1 as ${column}\\b)`), (_, quote) => quote + value),
    SNIPPETS.get(name) ?? '',
  );
  return (await db.query<Record<string, unknown>>(sql)).rows;
}

test.each<[what: string, rows: Row[], versions: number]>([
  ['a repetition', [known, known], 0],
  ['another spelling', [known, respelled], 2],
  ['a stranger with the same number', [known, stranger, known], 2],
  ['a stranger who fills in blanks', [respelled, stranger], 2],
  ['the same text in another field', ['instagram', 'email'].map((key) => ({ ...respelled, [key]: 'a@b.co' })), 2],
])('people has the first sign-up of a number, and all versions: %s', async (_what, rows, count) => {
  await addSignUps(db, rows);
  const people = await run('people');
  const { timestamp: _, ...first } = rows[0] ?? {};
  expect(people).toMatchObject([{ ...first, sign_ups: rows.length }]);
  const versions = String(people[0]?.versions ?? '');
  expect(versions.split(' | ').filter(Boolean)).toHaveLength(count);
  for (const row of count ? rows : []) {
    for (const column of TEXTS) expect(versions).toContain(row[column as keyof Row] ?? '');
  }
});

test('a stranger who sends long texts with a number cannot make its versions longer than 5,000 characters', async () => {
  await addSignUps(db, [known, ...['a', 'b', 'c', 'd', 'e', 'f'].map((x) => ({ ...known, name: x.repeat(1000) }))]);
  expect(await run('people')).toMatchObject([{ sign_ups: 7, versions: expect.stringMatching(/^.{5000}$/) }]);
});

test('every report has every column that visitors write, and every text', async () => {
  await addSignUps(db, [known]);
  for (const report of ['people', 'export']) {
    const [line] = await run(report);
    // The reports have the time of the server's clock.
    for (const column of COLUMNS.filter((column) => column !== 'timestamp')) expect(line).toHaveProperty(column);
  }
  const texts = Object.fromEntries(TEXTS.map((column) => [column, `${column} 15550100001`]));
  await db.exec(`update public.waitlist set ${TEXTS.map((column) => `${column} = '${texts[column]}'`)}`);
  for (const report of ['people', 'export', 'newest']) expect(await run(report), report).toMatchObject([texts]);
  expect(await run('find-person', { phone: '0100001' }), 'find-person').toMatchObject([texts]);

  await addSignUps(db, [known]);
  expect(await run('differing'), 'differing').toMatchObject([texts, {}]);
  const [person] = await run('people');
  for (const text of Object.values(texts)) expect(person?.versions).toContain(text);
});

test.each([
  ['0', 2],
  ['none', 2],
  ['123456', 2],
  ['1234567', 1],
])('people has both emails of two sign-ups with the number %s, in %i lines', async (phone_number, lines) => {
  for (const row of [known, stranger]) await addSignUps(db, [{ ...row, phone_number }]);
  const people = await run('people');
  expect(people).toHaveLength(lines);
  for (const { email } of [known, stranger]) expect(JSON.stringify(people)).toContain(email);
});

test('newest has the rows that each sender group added in the last hour', async () => {
  await addSignUps(db, [adaRow, adaRow, adaRow], HERE);
  await addSignUps(db, [adaRow], { 'cf-connecting-ip': '192.0.2.2' });
  await db.exec(`update public.waitlist set created_at = now() - interval '61 minutes'
    where id = (select min(id) from public.waitlist)`);
  const rows = await run('newest');
  expect(rows.map(({ group_rows_in_last_hour }) => group_rows_in_last_hour)).toEqual([1, 2, 2, 2]);
});

test('each saved query begins with what it is for, and runs as it is pasted', async () => {
  for (const sql of SNIPPETS.values()) {
    expect(sql).toMatch(/^-- .+[?:.]\n/);
    await db.exec(sql);
  }
});

test.each(['UTC', 'Etc/GMT-14', 'Etc/GMT+12'])('by-day shows each day of %s', async (zone) => {
  await addSignUps(db, [respelled, known, nobody]);
  await db.exec(`update public.waitlist set created_at = now() - interval '2 days' where instagram is null`);
  const days = await run('by-day', { zone });
  expect(days).toHaveLength(30);
  const counts = days.map((day) => `${day.people} ${day.sign_ups}`);
  expect(counts.slice(-4)).toEqual(['0 0', '1 1', '0 0', '1 2']);
  expect(days.at(-1)?.bar).toBe('█'.repeat(40));
  const sum = (column: string) => days.reduce((sum, day) => sum + Number(day[column]), 0);
  expect(await run('people-count')).toEqual([{ people: sum('people'), sign_ups: sum('sign_ups') }]);
});

test.each([
  [{ phone: '001 555 010 0001' }, 2],
  [{ phone: '010-0001' }, 2],
  [{ name: 'mall' }, 1],
  [{ phone: '-' }, 1],
  [{ instagram: ' @ADA ' }, 2],
  [{ email: ' ADA@Example.com' }, 2],
  [{ email: 'e@evil.example' }, 1],
  [{}, 0],
  [{ name: ' ', phone: ' ', instagram: '@', email: '\u00a0' }, 0],
])('find-person by %o lists all rows of the person', async (given, count) => {
  await addSignUps(db, [known, nobody, respelled]);
  expect(await run('find-person', given)).toHaveLength(count);
});

test.each([
  ['O’Neil', "O'Neil"],
  ['JOSÉ', 'Jose'],
  ['Jose\u0301', 'José'],
  ['Anna-Lena', 'anna  lena'],
  ['सिंह', 'सिंह'],
  ['محمد', 'محمد'],
  ['王小明', '王小明'],
])('find-person finds %s by %s in each field', async (stored, typed) => {
  await addSignUps(db, [known, nobody]);
  for (const column of ['name', 'phone_number', 'instagram', 'email']) {
    await db.query(`update public.waitlist set ${column} = $1 where name <> 'Mallory'`, [stored]);
    const found = await run('find-person', { [column.replace('_number', '')]: typed });
    expect(found, column).toMatchObject([{ [column]: stored }]);
  }
});

/** Phone numbers as people type them and as address books write them, handles, and texts that begin no formula. */
const PLAIN = [
  ...['+44 7700 900123', '07700 900125', '(415) 555-2671', '415.555.2671', '+1-415-555-2671', '+49/151/7777', '-'],
  ...['+44\u00a07700\u00a0900124', '+33\u202f6\u202f12\u202f34\u202f56\u202f78', '+33\u20096\u200912'],
  ...['+1\u2011415', '+1 415\u2013555', '+1 415\u2212555', '+1 415 555 2673 ext. 4', '+1 415x4', '+1 415 Ext\u00a04'],
  ...['@ada_l.9', 'Ada', "O'Neil", 'a=b', 'ada@example.com'],
];
const FORMULAS = [
  ...['=1+1', '=415', '-A1+3', '@SUM(1+1)*cmd', '@SUM(1)', "+1+cmd|' /C calc'!A0", '+1 ext. A1', '+A1 x4', '@ada =1'],
  ...['＝1+1', '＋1', '－1', '＠a', '\t1', '\r1', '+1 | +2'],
];

test.each([
  ['plain texts as they are', PLAIN, ''],
  ['formulas with an apostrophe', FORMULAS, "'"],
])('export writes %s in every field, and no null', async (_what, texts, apostrophe) => {
  await addSignUps(db, [known]);
  for (const text of texts) {
    await db.query(`update public.waitlist set ${TEXTS.map((column) => `${column} = $1`)}`, [text]);
    const cells = Object.fromEntries(TEXTS.map((column) => [column, apostrophe + text]));
    expect(await run('export'), text).toMatchObject([{ ...cells, versions: '', sign_ups: 1 }]);
  }
});

/** Removes rows as the team does. */
const remove = (...ids: unknown[]) => db.exec(SNIPPETS.get('remove-person')?.replace('(0)', `(${ids})`) ?? '');

test('remove-person removes the listed rows, and none as it is pasted', async () => {
  await addSignUps(db, [known, respelled, nobody]);
  expect(await run('remove-person')).toEqual([]);
  expect(await run('people-count')).toEqual([{ people: 2, sign_ups: 3 }]);
  const [row] = await run('find-person', { email: 'e@evil.example' });
  await remove(row?.id);
  expect(await run('people-count')).toEqual([{ people: 1, sign_ups: 2 }]);
});

test('differing lists all rows of a person whose sign-ups differ, until the wrong ones are removed', async () => {
  const corrected = { ...known, name: '=Ada', email: 'ada@new.example' };
  await addSignUps(db, [known, nobody, corrected, { ...nobody, name: 'N.N.' }, known], HERE);
  const rows = await run('differing');
  expect(rows.map(({ email }) => email)).toEqual([known.email, corrected.email, known.email]);
  const [exported] = await run('export');
  expect(exported).toMatchObject({ email: known.email, versions: expect.stringMatching(/^'=Ada.*ada@new/) });

  await remove(rows[0]?.id, rows[2]?.id);
  expect(await run('differing')).toEqual([]);
  expect(await run('export')).toContainEqual(expect.objectContaining({ email: corrected.email, versions: '' }));
});
