import { afterAll, beforeAll, expect, it } from 'vitest';
import { questionOf, SNIPPETS } from '../../tools/database/snippets.ts';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;

beforeAll(async () => {
  await db.exec(`
    set timezone = 'UTC';
    insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at) values
      ('Ada',     '+1 (555) 010-0001', '@ada', 'ada@example.com', now(), now() - interval '3 days'),
      ('Ada L.',  '1 555 010 0001',    null,   null,              now(), now() - interval '1 day'),
      ('Bob',     '=2+2',              '+bob', null,              now(), now() - interval '2 days'),
      ('\u200b@Eve', 'no phone',        '＝1',  'e@mailinator.com', now(), now());
    insert into public.waitlist (name, phone_number, "timestamp", created_at)
      select 'Spam', '900' || n, now(), date_trunc('minute', now()) - interval '40 days'
      from generate_series(1, 70) as n;
  `);
});
afterAll(() => backend.close());

async function run(name: string, edit = (sql: string) => sql): Promise<Record<string, unknown>[]> {
  const sql = SNIPPETS.get(name);
  if (sql === undefined) throw new Error(`no snippet ${name}`);
  return (await db.query<Record<string, unknown>>(edit(sql))).rows;
}

it('each says which question it answers', () => {
  expect([...SNIPPETS.keys()]).toEqual([
    'blank-fields',
    'by-day',
    'by-hour',
    'export',
    'find-person',
    'likely-fakes',
    'newest',
    'people-count',
    'remove-person',
  ]);
  for (const sql of SNIPPETS.values()) expect(questionOf(sql)).toMatch(/[?:.]/);
});

it('people-count', async () => {
  expect(await run('people-count')).toEqual([{ people: 73, sign_ups: 74 }]);
});

it('by-day shows empty days', async () => {
  const days = await run('by-day', (sql) => sql.replace('Europe/London', 'UTC'));
  expect(days).toHaveLength(30);
  expect(days.slice(-5).map((day) => day.sign_ups)).toEqual([0, 1, 1, 1, 1]);
});

it('by-day moves with the time zone', async () => {
  await db.exec('begin');
  await db.exec(`
    update public.waitlist set created_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 minute'
    where name = 'Bob'
  `);
  const inZone = (zone: string) => run('by-day', (sql) => sql.replace('Europe/London', zone));
  const utc = await inZone('UTC');
  const ahead = await inZone('Asia/Tokyo');
  await db.exec('rollback');
  expect(utc.at(-2)?.sign_ups).toBe(2);
  // Nine hours ahead it was this morning already.
  const total = (rows: typeof utc) => rows.reduce((sum, row) => sum + Number(row.sign_ups), 0);
  expect(total(ahead)).toBe(total(utc));
  expect(ahead).not.toEqual(utc);
});

it('by-hour shows empty hours', async () => {
  const hours = await run('by-hour');
  expect(hours).toHaveLength(48);
  expect(hours.at(-1)?.sign_ups).toBe(1);
  expect(hours.filter((hour) => hour.sign_ups === 1)).toHaveLength(2);
});

it('blank-fields', async () => {
  expect(await run('blank-fields')).toEqual([
    { sign_ups: 74, without_instagram: 71, without_email: 72, with_phone_only: 71 },
  ]);
});

it('newest', async () => {
  const rows = await run('newest');
  expect(rows).toHaveLength(20);
  expect(rows.slice(0, 3).map((row) => row.name)).toEqual(['\u200b@Eve', 'Ada L.', 'Bob']);
});

const withParams = (phone: string, instagram: string, email: string) => (sql: string) =>
  sql
    .replace(`'+1 (555) 010-0001'`, phone)
    .replace(`'@ada'`, instagram)
    .replace(`'ada@example.com'`, email);

it.each([
  ['phone', withParams(`'15550100001'`, 'null::text', 'null::text'), ['Ada L.', 'Ada']],
  ['handle', withParams('null::text', `' ADA '`, 'null::text'), ['Ada']],
  ['email', withParams('null::text', 'null::text', `'ADA@Example.com'`), ['Ada']],
  ['all of them', (sql: string) => sql, ['Ada L.', 'Ada']],
  ['nothing that is known', withParams(`'1'`, `'nobody'`, `'x@y.z'`), []],
])('find-person by %s', async (_what, edit, names) => {
  expect((await run('find-person', edit)).map((row) => row.name)).toEqual(names);
});

it('likely-fakes finds bursts, one name with many phones and disposable emails', async () => {
  const rows = await run('likely-fakes', (sql) => sql.replace('7 as days', '60 as days'));
  expect(rows).toEqual([
    { reason: 'burst', what: expect.stringContaining('UTC'), sign_ups: 70 },
    { reason: 'one name, many phones', what: 'Spam', sign_ups: 70 },
    { reason: 'disposable email', what: 'mailinator.com', sign_ups: 1 },
  ]);
});

it('export has one line per person and no cell that a spreadsheet would run', async () => {
  const rows = (await run('export'))
    .filter((row) => row.name !== 'Spam')
    .sort((a, b) => String(a.first_sign_up).localeCompare(String(b.first_sign_up)));
  expect(rows).toEqual([
    expect.objectContaining({
      name: 'Ada L.',
      phone_number: '1 555 010 0001',
      instagram: `'@ada`,
      email: 'ada@example.com',
      sign_ups: 2,
    }),
    expect.objectContaining({ name: 'Bob', phone_number: `'=2+2`, instagram: `'+bob` }),
    expect.objectContaining({ name: `'\u200b@Eve`, phone_number: 'no phone', instagram: `'＝1` }),
  ]);
});

it('reporting.people keeps the latest name and the latest handle and email that were not blank', async () => {
  const { rows } = await db.query(
    `select name, instagram, email, sign_ups, last_sign_up - first_sign_up as between
     from reporting.people where name like 'Ada%'`,
  );
  expect(rows).toEqual([
    { name: 'Ada L.', instagram: '@ada', email: 'ada@example.com', sign_ups: 2, between: '2 days' },
  ]);
});

it('reporting.signups_by_day', async () => {
  const { rows } = await db.query<{ sign_ups: number }>(
    'select * from reporting.signups_by_day order by day',
  );
  expect(rows.map((row) => row.sign_ups)).toEqual([70, 1, 1, 1, 1]);
});

it('remove-person shows first, and removes only when told to', async () => {
  const remove = (sql: string) => sql.replace('false as remove', 'true as remove');
  expect(await run('remove-person')).toMatchObject([
    { name: 'Ada', removed: false },
    { name: 'Ada L.', removed: false },
  ]);
  expect(await run('people-count')).toEqual([{ people: 73, sign_ups: 74 }]);

  await db.exec('begin');
  expect(await run('remove-person', remove)).toMatchObject([
    { name: 'Ada', removed: true },
    { name: 'Ada L.', removed: true },
  ]);
  expect(await run('find-person')).toEqual([]);
  expect(await run('people-count')).toEqual([{ people: 72, sign_ups: 72 }]);
  await db.exec('rollback');
});
