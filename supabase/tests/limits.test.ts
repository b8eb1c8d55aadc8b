import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { ada, insert, postSignUp, type Row, signUp, storedRows } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() =>
  db.exec(`
    truncate public.waitlist, private.sender_salt, private.sender_counts, private.total_count;
    delete from private.sign_up_limits;
    insert into private.sign_up_limits (per_sender, per_newcomer) values (3, 1);
  `),
);

const from = (address: string) => ({ 'cf-connecting-ip': address });
const HERE = from('192.0.2.1');
const REFUSED = { code: 'PGRST', message: expect.stringContaining('Too many sign-ups') };

function people(count: number, name = 'Person'): Row[] {
  return Array.from({ length: count }, (_, i) => ({ ...ada, name: `${name} ${i}` }));
}

test('is generous by default for a venue and tight for a script', async () => {
  await db.exec('delete from private.sign_up_limits');
  const { rows } = await db.query(
    `insert into private.sign_up_limits default values
     returning per_sender, everyone, per_newcomer, counting_window::text`,
  );
  expect(rows).toEqual([
    {
      per_sender: 1000,
      everyone: 50_000,
      per_newcomer: 10,
      counting_window: '01:00:00',
    },
  ]);
});

test('refuses the sign-up after the limit with 429 and Retry-After', async () => {
  for (const person of people(3)) await signUp(db, person, HERE);
  const refusal = await signUp(db, ada, HERE).catch((error) => error);

  expect(refusal).toMatchObject(REFUSED);
  const { status, headers } = JSON.parse(refusal.detail);
  expect(status).toBe(429);
  expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
  expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(3600);
  expect(await storedRows(db)).toHaveLength(3);
});

test('answers HTTP 429 with Retry-After', async () => {
  await db.exec('update private.sign_up_limits set everyone = 1');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect((await postSignUp(backend.fetch, ada)).status).toBe(201);
  const refusal = await postSignUp(backend.fetch, { ...ada, name: 'Bob' });
  vi.restoreAllMocks();
  expect(refusal.status).toBe(429);
  expect(refusal.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
});

test('does not let repetitions use up a room’s share', async () => {
  await signUp(db, [ada, ada, ada], HERE);
  await signUp(db, people(2, 'Guest'), HERE);
  expect(await storedRows(db)).toHaveLength(3);
  await expect(signUp(db, { ...ada, name: 'Guest 2' }, HERE)).rejects.toMatchObject(REFUSED);
});

test('lets repetitions cost a room half of what a newcomer may send, at most', async () => {
  await db.exec('update private.sign_up_limits set per_sender = 40, per_newcomer = 6');
  for (let i = 0; i < 30; i++) await signUp(db, ada, HERE);
  const guests = await Promise.allSettled(
    people(60, 'Guest').map((guest) => signUp(db, guest, HERE)),
  );
  const admitted = guests.findIndex(({ status }) => status === 'rejected');

  await db.exec('delete from private.sender_counts');
  const others = await Promise.allSettled(
    people(60, 'Other').map((other) => signUp(db, other, HERE)),
  );
  expect(others.findIndex(({ status }) => status === 'rejected') - admitted).toBe(1 + 6 / 2);
});

test('lets repetitions cost half a room at most, whatever a newcomer may send', async () => {
  await db.exec('update private.sign_up_limits set per_sender = 20, per_newcomer = 1000');
  for (let i = 0; i < 30; i++) await signUp(db, ada, HERE).catch(() => {});
  for (const guest of people(9, 'Guest')) await signUp(db, guest, HERE);
  expect(await storedRows(db)).toHaveLength(10);
});

test('refuses endless repetitions, and those alone', async () => {
  await signUp(db, [ada, ada, ada], HERE);
  await expect(signUp(db, ada, HERE)).rejects.toMatchObject(REFUSED);
  await signUp(db, { ...ada, name: 'Guest' }, HERE);
  expect(await storedRows(db)).toHaveLength(2);
});

test('limits a submission that is on the list already as it does a new one', async () => {
  const afterThree = async (submission: Row, address: string) => {
    await signUp(db, [...people(2, address), submission], from(address));
    return signUp(db, { ...ada, name: address }, from(address)).catch((error) => error.message);
  };
  await signUp(db, ada, HERE);
  expect(await afterThree(ada, '192.0.2.2')).toEqual(
    await afterThree({ ...ada, name: 'New' }, '192.0.2.3'),
  );
});

test('keeps the exact limit to itself', async () => {
  await db.exec('update private.sign_up_limits set per_sender = 20');
  const admitted = new Set<number>();
  for (let sender = 0; sender < 10; sender++) {
    const refusals = await Promise.allSettled(
      people(25, `${sender}`).map((person) => signUp(db, person, from(`192.0.2.${sender}`))),
    );
    admitted.add(refusals.filter(({ status }) => status === 'fulfilled').length);
  }
  expect(Math.min(...admitted)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...admitted)).toBeLessThanOrEqual(25);
  expect(admitted.size).toBeGreaterThan(1);
});

test('takes no row of a request that has several, and counts it', async () => {
  await insert(db, [ada, { ...ada, name: '' }], HERE);
  await insert(db, people(1000), HERE);
  await insert(db, [{ ...ada, name: 'Another' }, ada], HERE);
  expect(await storedRows(db)).toEqual([]);
  await expect(signUp(db, { ...ada, name: 'One' }, HERE)).rejects.toMatchObject(REFUSED);
});

test('does not let one sender use up another one’s limit', async () => {
  await signUp(db, people(3), HERE);
  await signUp(db, people(3, 'Neighbour'), from('192.0.2.2'));
  expect(await storedRows(db)).toHaveLength(6);
});

test('takes the last x-forwarded-for address: the first is the sender’s to choose', async () => {
  for (const [i, person] of people(3).entries()) {
    await signUp(db, person, { 'x-forwarded-for': `198.51.100.${i}, 192.0.2.1` });
  }
  await expect(
    signUp(db, ada, { 'x-forwarded-for': '198.51.100.9,192.0.2.1' }),
  ).rejects.toMatchObject(REFUSED);
});

test('prefers cf-connecting-ip to x-forwarded-for', async () => {
  await signUp(db, people(3), { ...HERE, 'x-forwarded-for': '198.51.100.1' });
  await expect(
    signUp(db, ada, { ...HERE, 'x-forwarded-for': '198.51.100.2' }),
  ).rejects.toMatchObject(REFUSED);
});

test.each([
  ['an IPv6 household, by its /56', '2001:db8:1:200::1', '2001:db8:1:2ff:ffff::9'],
  ['IPv4 inside IPv6', '192.0.2.1', '::ffff:192.0.2.1'],
  ['IPv4 inside IPv6 in hexadecimal', '192.0.2.1', '::ffff:c000:201'],
  ['an address with a port', '192.0.2.1', '192.0.2.1:4711'],
  ['an IPv6 address with a port', '2001:db8::1', '[2001:db8::2]:4711'],
])('takes for one sender: %s', async (_what, one, same) => {
  await signUp(db, people(3), from(one));
  await expect(signUp(db, ada, from(same))).rejects.toMatchObject(REFUSED);
});

test('takes two /56 for two senders', async () => {
  await signUp(db, people(3), from('2001:db8:1:200::1'));
  await signUp(db, ada, from('2001:db8:1:300::1'));
});

test.each<[string, string | Record<string, string>]>([
  ['no headers', ''],
  ['headers without an address', {}],
  ['an empty address', { 'x-forwarded-for': '' }],
  ['a word for an address', { 'cf-connecting-ip': 'unknown' }],
  ['an impossible address', { 'x-forwarded-for': '1.2.3.4, fe80::1%eth0' }],
  ['an endless address', { 'cf-connecting-ip': '1'.repeat(10_000) }],
])('does not put unknown senders into one bucket: %s', async (_what, headers) => {
  await signUp(db, people(10), headers);
  expect(await storedRows(db)).toHaveLength(10);
});

test('has a ceiling for everyone together, under which a newcomer still gets in', async () => {
  await db.exec('update private.sign_up_limits set everyone = 4');
  await signUp(db, people(2), HERE);
  await signUp(db, people(2, 'Neighbour'), from('192.0.2.2'));

  await expect(signUp(db, ada, HERE)).rejects.toMatchObject(REFUSED);
  await expect(signUp(db, ada, {})).rejects.toMatchObject(REFUSED);
  await signUp(db, ada, from('192.0.2.3'));
  await expect(signUp(db, people(1), from('192.0.2.3'))).rejects.toMatchObject(REFUSED);
  expect(await storedRows(db)).toHaveLength(5);
});

test('lets no household close the list for everybody', async () => {
  await db.exec('update private.sign_up_limits set everyone = 4');
  for (let network = 0; network < 50; network++) {
    await signUp(db, ada, from(`2001:db8:1:${(0x200 + network).toString(16)}::1`)).catch(() => {});
  }
  for (let i = 1; i < 10; i++) await signUp(db, { ...ada, name: `${i}` }, from(`192.0.2.${i}`));
  expect(await storedRows(db)).toHaveLength(10);
});

test('counts towards the ceiling only what was stored', async () => {
  await db.exec('update private.sign_up_limits set everyone = 4');
  await expect(signUp(db, { ...ada, name: '' }, HERE)).rejects.toThrow(/blank/);
  await signUp(db, [...people(3), ...people(2)], HERE);
  await expect(signUp(db, ada, HERE)).rejects.toMatchObject(REFUSED);
  await signUp(db, people(2, 'Neighbour'), from('192.0.2.2')).catch(() => {});
  expect(await storedRows(db)).toHaveLength(4);
});

test('starts afresh in the next window', async () => {
  await db.exec(`update private.sign_up_limits set per_sender = 1, counting_window = '2 seconds'`);
  const outcome = async (name: string) => {
    const [{ status } = { status: '' }] = await Promise.allSettled([
      signUp(db, { ...ada, name }, HERE),
    ]);
    return status;
  };
  const until = async (status: string) => {
    for (let i = 0; (await outcome(`${status} ${i}`)) !== status; i++);
  };
  await until('rejected');
  await until('fulfilled');
});

test.each(['0 seconds', '13 hours', '1 month -29 days -20 hours'])(
  'takes no window of %s',
  async (window) => {
    const change = db.query('update private.sign_up_limits set counting_window = $1', [window]);
    await expect(change).rejects.toMatchObject({ code: '23514' });
  },
);

test('has no limits without its row of settings', async () => {
  await db.exec('delete from private.sign_up_limits');
  await signUp(db, people(10), HERE);
});

test('does not limit the team', async () => {
  await db.exec(`
    update private.sign_up_limits set everyone = 1;
    insert into public.waitlist (name, phone_number, "timestamp")
    select 'Person', n, now() from generate_series(1, 10) as n;
  `);
  expect(await storedRows(db)).toHaveLength(10);
});

test('stores no address, only its salted hash', async () => {
  await signUp(db, ada, HERE);
  const tables = await db.query<{ text: string }>(`
    select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '') as text
    from pg_tables where schemaname in ('public', 'private')
  `);
  expect(tables.rows[0]?.text).toContain('Ada');
  expect(tables.rows[0]?.text).not.toContain('192.0.2');
  const { rows } = await db.query(`
    select count(*)::int as salted
    from private.sender_counts, private.sender_salt, extract(epoch from date_trunc('hour', now())) as hour
    where counted = sha256(convert_to(concat(salt, hour, '192.0.2.1'), 'UTF8'))
  `);
  expect(rows).toEqual([{ salted: 1 }]);
});

test('forgets salt and senders after half a day, at the next sign-up', async () => {
  await signUp(db, people(3), HERE);
  const before = await counted();
  await db.exec(`update private.sender_salt set created_at = now() - interval '12 hours 1 second'`);
  await signUp(db, ada, HERE);
  const after = await counted();
  expect(before).toHaveLength(4);
  expect(after).toHaveLength(2);
  expect(before).not.toContain(after[0]);
});

test('forgets salt and senders on quiet days too, when told to by pg_cron', async () => {
  await signUp(db, ada, HERE);
  await db.exec('select private.forget_senders()');
  expect(await counted()).toHaveLength(2);
  await db.exec(`update private.sender_salt set created_at = now() - interval '12 hours 1 second'`);
  await db.exec('select private.forget_senders()');
  expect(await counted()).toEqual([]);
  expect((await db.query('select from private.sender_salt')).rows).toEqual([]);
});

test('keeps what it knows of senders out of the write-ahead log and backups', async () => {
  const { rows } = await db.query(`
    select relname from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r' and relpersistence = 'u'
    order by relname
  `);
  expect(rows.map((row) => (row as { relname: string }).relname)).toEqual([
    'sender_counts',
    'sender_salt',
    'total_count',
  ]);
});

async function counted(): Promise<string[]> {
  const { rows } = await db.query<{ counted: string }>(
    `select encode(counted, 'hex') as counted from private.sender_counts`,
  );
  return rows.map((row) => row.counted);
}
