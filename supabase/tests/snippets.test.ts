import { afterAll, beforeAll, expect, test } from 'vitest';
import { questionOf, SNIPPETS, sqlOf } from '../../scripts/sql/queries.ts';
import { FIELDS } from '../../src/waitlist/fields.ts';
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

async function run(...query: Parameters<typeof sqlOf>): Promise<Record<string, unknown>[]> {
  return (await db.query<Record<string, unknown>>(sqlOf(...query))).rows;
}

/** Undone afterwards. */
async function within(change: string, look: () => Promise<void>): Promise<void> {
  await db.exec('begin');
  await db.exec(change);
  await look().finally(() => db.exec('rollback'));
}

test('each begins with the question that it answers, and runs as it is pasted', async () => {
  expect(SNIPPETS.size).toBeGreaterThan(0);
  for (const sql of SNIPPETS.values()) {
    expect(questionOf(sql)).toMatch(/[?:.]/);
    await db.exec(sql);
  }
});

test('by-day shows empty days, a bar beside each number, and its zone', async () => {
  const days = await run('by-day', { zone: 'UTC' });
  expect(days).toHaveLength(30);
  expect(days.slice(-5).map((day) => day.sign_ups)).toEqual([0, 1, 1, 1, 1]);
  expect(days.slice(-5).map((day) => String(day.bar).length)).toEqual([0, 30, 30, 30, 30]);
  expect(new Set(days.map((day) => day.zone))).toEqual(new Set(['UTC']));
  expect(days[0]?.day).toMatch(/^\d{4}-\d\d-\d\d [A-Z][a-z]{2}$/);
  expect(await run('by-day', { days: '60' })).toHaveLength(60);
});

test('by-day moves with the time zone', async () => {
  const justBeforeToday = `
    update public.waitlist set created_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 minute'
    where name = 'Bob'
  `;
  await within(justBeforeToday, async () => {
    const utc = await run('by-day', { zone: 'UTC' });
    const ahead = await run('by-day', { zone: 'Asia/Tokyo' });
    expect(utc.at(-2)?.sign_ups).toBe(2);
    const total = (rows: typeof utc) => rows.reduce((sum, row) => sum + Number(row.sign_ups), 0);
    expect(total(ahead)).toBe(total(utc));
    const counts = (rows: typeof utc) => rows.map(({ day, sign_ups }) => [day, sign_ups]);
    expect(counts(ahead)).not.toEqual(counts(utc));
  });
});

test('by-hour shows empty hours', async () => {
  const hours = await run('by-hour');
  expect(hours).toHaveLength(48);
  expect(hours.at(-1)?.sign_ups).toBe(1);
  expect(hours.filter((hour) => hour.sign_ups === 1)).toHaveLength(2);
});

test('by-hour counts by the full hours of a zone that is half an hour off', async () => {
  const justBeforeThisHour = `
    update public.waitlist set created_at = date_trunc('hour', now(), 'Asia/Kolkata') - interval '1 minute'
    where phone_number = 'no phone'
  `;
  await within(justBeforeThisHour, async () => {
    const hours = await run('by-hour', { zone: 'Asia/Kolkata' });
    expect(hours.slice(-2).map((hour) => hour.sign_ups)).toEqual([1, 0]);
    const { rows } = await db.query(`
      select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:00') as hour
    `);
    expect(hours.at(-1)).toMatchObject({ ...Object(rows[0]), zone: 'Asia/Kolkata' });
  });
});

test.each<[string, object]>([
  ['people-count', { people: 73, sign_ups: 74 }],
  ['blank-fields', { sign_ups: 74, without_instagram: 71, without_email: 72, with_phone_only: 71 }],
])('%s', async (name, row) => {
  expect(await run(name)).toMatchObject([row]);
});

test('newest', async () => {
  const rows = await run('newest');
  expect(rows).toHaveLength(20);
  expect(rows.slice(0, 3).map((row) => row.name)).toEqual(['\u200b@Eve', 'Ada L.', 'Bob']);
});

test.each([
  ['the digits of the phone', { phone: '15550100001' }, ['Ada L.', 'Ada'], 'exact: phone'],
  ['the phone without its country', { phone: '(555) 010-0001' }, ['Ada L.', 'Ada'], 'possible'],
  ['the phone with zeros in front', { phone: '001 555 010 0001' }, ['Ada L.', 'Ada'], 'possible'],
  ['the handle', { instagram: ' ADA ' }, ['Ada', 'Ada L.'], 'exact: handle'],
  ['an address of the handle', { instagram: 'https://instagram.com/ada/?hl=en' }, ['Ada'], 'poss'],
  ['the email', { email: ' ADA@Example.com' }, ['Ada', 'Ada L.'], 'exact: email'],
  ['all', { phone: '15550100001', instagram: 'ada' }, ['Ada', 'Ada L.'], 'exact: phone'],
  ['nothing known', { phone: '1', instagram: 'nobody', email: 'x@y.z' }, [null], 'nobody'],
  ['a part of a handle', { instagram: 'ad' }, [null], 'nobody'],
  ['six digits', { phone: '100001' }, [null], 'nobody'],
  ['nothing', {}, [null], 'Enter a phone number'],
])('find-person by %s', async (_what, given, names, match) => {
  const rows = await run('find-person', given);
  expect(rows.map((row) => row.name)).toEqual(names);
  expect(rows[0]?.match).toContain(match);
});

test('find-person shows exact matches first, then what is alike, then the same phone elsewhere', async () => {
  const alike = `
    insert into public.waitlist (name, phone_number, instagram, "timestamp") values
      ('Address', '1', 'https://www.instagram.com/ada?x=1', now()),
      ('Words', '2', 'it is @ada.', now()),
      ('Other', '3', 'ada.lovelace', now()),
      ('No country', '(555) 010-0001', null, now()),
      ('Arabic', '٥٥٥٠١٠٠٠٠١', null, now())
  `;
  await within(alike, async () => {
    const rows = await run('find-person', { phone: '+1 555 010 0001', instagram: '@ada' });
    expect(rows.map(({ name, match }) => [name, match])).toEqual([
      ['Ada', 'exact: handle, exact: phone'],
      ['Ada L.', 'exact: phone'],
      ['Words', 'possible: handle within'],
      ['Address', 'possible: handle within'],
      ['Arabic', 'possible: last digits of the phone'],
      ['No country', 'possible: last digits of the phone'],
    ]);
    expect(
      (await run('find-person', { email: 'ada@example.com' })).map((row) => row.match),
    ).toEqual(['exact: email', 'possible: phone of an exact match']);
  });
});

test('likely-fakes finds bursts, one name with many phones at once and disposable emails', async () => {
  const rows = await run('likely-fakes', { days: '60' });
  expect(rows).toEqual([
    { reason: 'burst', what: expect.stringContaining('UTC'), sign_ups: 70 },
    { reason: 'one name, many phones', what: 'spam', sign_ups: 70 },
    { reason: 'disposable email', what: 'mailinator.com', sign_ups: 1 },
  ]);
});

test('likely-fakes sees through subdomains and a trailing dot', async () => {
  const disguised = `
    update public.waitlist set email = 'a@deep.sub.Mailinator.com' where name = 'Ada';
    update public.waitlist set email = 'b@yopmail.com.' where name = 'Bob';
    update public.waitlist set email = 'c@notmailinator.com' where name = 'Ada L.';
  `;
  await within(disguised, async () => {
    expect(await run('likely-fakes')).toMatchObject([
      { what: 'mailinator.com', sign_ups: 2 },
      { what: 'yopmail.com', sign_ups: 1 },
    ]);
  });
});

test('likely-fakes takes nobody for a script because a name is common', async () => {
  const aBusyEvening = `
    insert into public.waitlist (name, phone_number, "timestamp", created_at)
    select case when n % 50 = 0 then 'Maria' else 'Guest ' || n end, '700' || n, now(), now() - n * interval '1.1 s'
    from generate_series(1, 1000) as n
  `;
  await within(aBusyEvening, async () => {
    const reasons = (await run('likely-fakes')).map((row) => row.reason);
    expect(reasons).toEqual(['disposable email']);
  });
});

test('the exports hold one line per person, in order of arrival', async () => {
  const { fields } = await db.query('select * from reporting.people');
  for (const name of ['export', 'people']) {
    const rows = await run(name);
    expect(rows).toHaveLength(73);
    expect(rows.slice(0, 3).map((row) => Number(row.sign_ups))).toEqual([2, 1, 1]);
    expect(new Set(Object.keys(rows[0] ?? {}))).toEqual(new Set(fields.map((field) => field.name)));
  }
});

test('export has no cell that a spreadsheet would run or count, people is unchanged', async () => {
  expect((await run('export')).slice(0, 3)).toMatchObject([
    { phone_number: `'+1 (555) 010-0001`, instagram: `'@ada`, latest_name: 'Ada L.' },
    { phone_number: `'=2+2`, instagram: `'+bob` },
    // Compatibility characters of a phone arrive as plain ones.
    { name: `'\u200b@Eve`, phone_number: 'no phone', instagram: `'＝1` },
  ]);
  expect((await run('people'))[1]).toMatchObject({ phone_number: '=2+2', instagram: '+bob' });
});

test('export makes the text of every field harmless', async () => {
  const formulas = Object.values(FIELDS)
    .filter(({ column }) => column !== 'phone_number')
    .map(({ column }) => `${column} = '=' || id || '@example.com'`);
  await within(`update public.waitlist set ${formulas} where name like 'Ada%'`, async () => {
    const [ada] = await run('export');
    const texts = Object.values(ada ?? {}).filter((cell) => String(cell).includes('@example.com'));
    expect(texts).not.toEqual([]);
    for (const text of texts) expect(text).toMatch(/^'=/);
  });
});

test.each([
  ['5;=HYPERLINK(A1);', `5;'=HYPERLINK(A1);'`],
  ['x;"=1+1"', `x;'"=1+1"`],
  ['"=1+1', `'"=1+1`],
  ['07700900123', `'07700900123`],
  ['15550100001234567', `'15550100001234567`],
  ['1-2', `'1-2`],
  ['(07700900123)', `'(07700900123)`],
  ['.5', `'.5`],
  ['5%', `'5%`],
  ['$5', `'$5`],
  ['5 €', `'5 €`],
  ['Dec25', `'Dec25`],
  ['5 May', `'5 May`],
  ['May', 'May'],
  ['marco92', 'marco92'],
  ['(0)7700 900123', '(0)7700 900123'],
])('export makes %s harmless', async (phone, safe) => {
  await within(
    `update public.waitlist set phone_number = '${phone}' where name = 'Bob'`,
    async () => {
      expect((await run('export')).map((row) => row.phone_number)).toContain(safe);
    },
  );
});

test('remove-person shows first, and removes only what was found and is listed', async () => {
  const whom = { phone: '+1 555 010 0001' };
  const { rows } = await db.query<{ id: number }>(
    `select id from public.waitlist where name in ('Ada', 'Bob') order by name`,
  );
  const [ada, bob] = rows.map(({ id }) => id);
  expect(await run('remove-person', whom)).toMatchObject([
    { match: 'exact: phone', name: 'Ada L.', removed: false },
    { match: 'exact: phone', name: 'Ada', removed: false },
  ]);
  await within('', async () => {
    expect(await run('remove-person', { ...whom, remove: `${ada}, ${bob}` })).toMatchObject([
      { name: 'Ada L.', removed: false },
      { name: 'Ada', removed: true },
    ]);
    expect(await run('find-person', whom)).toHaveLength(1);
    expect(await run('people-count')).toEqual([{ people: 73, sign_ups: 73 }]);
  });
});
