import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELDS } from '../../src/waitlist/fields.ts';
import { openPglite, readSql } from '../local/pglite.ts';

// What the saved queries return. On PGlite, as `npm run sql` runs them.

const SNIPPETS = readSql('supabase/snippets');
const db = await openPglite();

beforeAll(async () => {
  await db.exec(`
    insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at) values
      ('Ada',     '+1 (555) 010-0001', '@ada', 'ada@example.com', now(), now() - interval '3 days'),
      ('Ada L.',  '١ ٥٥٥ ٠١٠ ٠٠٠١',    null,   null,              now(), now() - interval '1 day'),
      ('Bob',     '=2+2',              '+bob', null,              now(), now() - interval '2 days'),
      ('\u200b@Eve', 'no phone',        '＝1',  'e@mailinator.com', now(), now());
    insert into public.waitlist (name, phone_number, "timestamp", created_at)
      select 'Spam', '900' || n, now(), date_trunc('minute', now()) - interval '40 days'
      from generate_series(1, 70) as n;
  `);
});
afterAll(() => db.close());

/** Runs a saved query after changing the values at its top. */
async function run(name: string, values: Record<string, string> = {}) {
  const sql = Object.entries(values).reduce(
    (sql, [column, value]) =>
      sql.replace(RegExp(`(')?[^' ]*'?(?= as ${column}\\b)`), (_, quote = '') => quote + value + quote),
    SNIPPETS.get(name) ?? '',
  );
  return (await db.query<Record<string, unknown>>(sql)).rows;
}

const asItIs = (text: string) => [text, text];
const quoted = (text: string) => [text, `'${text}`];

/** Undone afterwards. */
async function within(change: string, look: () => Promise<void>): Promise<void> {
  await db.exec('begin');
  await db.exec(change);
  await look().finally(() => db.exec('rollback'));
}

test('each begins with what it is for, and runs as it is pasted', async () => {
  for (const sql of SNIPPETS.values()) {
    expect(sql).toMatch(/^-- .+[?:.]\n/);
    await db.exec(sql);
  }
});

test.each(['UTC', 'Etc/GMT-14', 'Etc/GMT+12'])('by-day shows each day of %s', async (zone) => {
  const today = `select to_char(now() at time zone '${zone}', 'YYYY-MM-DD Dy') as day`;
  const days = await run('by-day', { zone, days: '20' });
  expect(days).toHaveLength(20);
  expect(days.slice(-5).map((day) => day.sign_ups)).toEqual([0, 1, 1, 1, 1]);
  expect(days.at(-5)).toMatchObject({ bar: '' });
  expect(days.at(-1)).toMatchObject({ bar: '█'.repeat(30), ...(await db.query<object>(today)).rows[0] });
});

const BOTH = ['Ada', 'Ada L.'];
test.each([
  [{ phone: '15550100001' }, BOTH, 'phone'],
  [{ phone: '００1 555 010 0001' }, BOTH, 'phone'],
  [{ phone: '०१०-०००१' }, BOTH, 'phone'],
  [{ instagram: ' ADA ' }, BOTH, 'handle'],
  [{ instagram: 'https://instagram.com/ada/?hl=en' }, BOTH, 'handle'],
  [{ email: ' ADA@Example.com' }, BOTH, 'email'],
  [{ phone: '15550100001', instagram: 'ada', email: 'x@y.z' }, BOTH, 'phone, handle'],
  [{}, [], undefined],
  // The ID of Eve's row, who has no number.
  [{ phone: '4', email: 'nobody@example.com' }, expect.not.arrayContaining(['\u200b@Eve']), 'phone'],
])('find-person by %o', async (given, names, match) => {
  const rows = await run('find-person', given);
  expect(rows.map((row) => row.name)).toEqual(names);
  expect(rows[0]?.match).toBe(match);
});

test.each(['export', 'people'])('%s has a line per person, in order of arrival', async (name) => {
  const { fields } = await db.query('select * from reporting.people');
  const rows = await run(name);
  expect(await run('people-count')).toEqual([{ people: rows.length, sign_ups: rows.length + 1 }]);
  expect(rows.slice(0, 3).map((row) => Number(row.sign_ups))).toEqual([2, 1, 1]);
  expect(new Set(Object.keys(rows[0] ?? {}))).toEqual(new Set(fields.map((field) => field.name)));
});

test('export has no null, which the dashboard writes as a word', async () => {
  const cells = (await run('export')).flatMap((row) => Object.values(row));
  expect(cells).toContain('');
  expect(cells).not.toContain(null);
});

test.each([
  // Surely texts: the apostrophe would only disturb.
  ...['Émile', 'Мария', '王小明', "Jean-Luc O'Neil (JL)", 'Falsey', 'May', 'm9@example.com | n2@', 'a@'].map(asItIs),
  ...['123456789@qq.com', '2cool@gmail.com', '_ann@example.com', '1/2@x.co', '٣@x.co', '1@x.co | 2@x.co'].map(asItIs),
  ...['=1@x.co', '+1@x.co', '-1@x.co', '@1@x.co', '\t1@x.co', '\r1@x.co', '＝1@x.co', '＋1@x.co'].map(quoted),
  ...[' 1@x.co', '5 | 1@x.co', '=1 | 1@x.co', '\u200b=1@x.co'].map(quoted),
  ...['=2+2', '+bob', '＝1', '\u200b@Eve', ' Ada', '"=1+1', '.5', '$5', '(0)7700 900123', '+1', '@x'].map(quoted),
  // Numbers and dates, including in the digits and months of other scripts and languages.
  ...['07700900123', '０７７００９００１２３', '٠٧٧٠٠٩٠٠١٢٣', '๐๗๗', '1e5', 'R2', 'x²', 'A٣'].map(quoted),
  ...['Dec25', '5 May', '5 мая', '3月4日', 'True', 'FALSE', 'false '].map(quoted),
  // A cell may begin after ;.
  ['5;=HYPERLINK(A1);', `'5;'=HYPERLINK(A1);'`],
  ['x;"=1+1"', `'x;'"=1+1"`],
  ['a;;;=b', `a;;;'=b`],
  ['1;2@x.co', `'1;'2@x.co`],
])('export makes %s harmless', async (phone, safe) => {
  const change = `update public.waitlist set phone_number = $$${phone}$$ where name = 'Bob'`;
  await within(change, async () => {
    expect((await run('export')).map((row) => row.phone_number)).toContain(safe);
  });
});

test('export makes every field harmless, and its longest texts fit into the cells of a spreadsheet', async () => {
  const columns = Object.values(FIELDS).map(({ column }) => column);
  const values = columns.map((column) => (column === 'phone_number' ? `'=1'` : 'text'));
  // Each character counts as two: the emoji, and ; with its apostrophe.
  const change = `insert into public.waitlist (${columns}, "timestamp") select ${values}, now()
    from generate_series(100, 130) as n, lateral (select '=' || n || repeat('😀;', 498) as text) as long`;
  await within(change, async () => {
    const line = (await run('export')).find(({ sign_ups }) => sign_ups === 31) ?? {};
    const cells = Object.values(line).filter((cell): cell is string => typeof cell === 'string' && cell !== '');
    expect(cells).toHaveLength(2 * columns.length - 1);
    for (const cell of cells) expect(cell).toMatch(/^'=/);
    for (const cell of cells) expect(cell.length).toBeLessThan(32_767);
    expect(cells.filter((cell) => cell.split(' | ').length === 20)).toHaveLength(columns.length - 1);
  });
});

test('remove-person removes the listed rows, and none as it is pasted', async () => {
  expect(await run('remove-person')).toEqual([]);
  await within('', async () => {
    const [ada] = await run('find-person', { email: 'ada@example.com' });
    const sql = SNIPPETS.get('remove-person')?.replace('(0)', `(${ada?.id})`) ?? '';
    expect((await db.query(sql)).rows).toMatchObject([{ name: 'Ada' }]);
    expect(await run('find-person', { phone: '15550100001' })).toMatchObject([{ name: 'Ada L.' }]);
  });
});
