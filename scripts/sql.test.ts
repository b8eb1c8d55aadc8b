import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { openLocalDatabase } from '../supabase/local/local-database.ts';
import { type RealPostgres, startRealPostgres } from '../supabase/local/real-postgres.ts';
import { onRealPostgres } from '../supabase/tests/on-real.ts';
import { INSERT, person } from '../supabase/tests/visitor.ts';
import { sqlOf } from './sql/queries.ts';

let folder: string;
let backend: EmbeddedBackend;
const database = () => `memory://${join(folder, 'page')}`;

const PEOPLE = `
  insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at) values
    ('Zoë', '+44 7700 900123', '@zoe', 'zoe@example.com', now(), '2026-11-20 12:00:00.123456+00'),
    ('Ed',  '07700 900456',    null,   null,              now(), '2026-11-19 12:00:00+00'),
    ('Eve', '5;=1+1',          null,   null,              now(), '2026-11-18 12:00:00+00')`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sql-'));
  backend = await openLocalDatabase(database(), 'npm run dev');
  await backend.db.exec(PEOPLE);
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

/** What a person at a terminal sees. */
async function type(command: string, env: Record<string, string> = {}) {
  const npm = `npm run --silent --prefix '${process.cwd()}'`;
  const local = { DATABASE_URL: '', VITE_SUPABASE_URL: '', EMBEDDED_DATA_DIR: database() };
  return promisify(execFile)('sh', ['-c', command.replace(/^(\w+)/, `${npm} $1 --`)], {
    cwd: folder,
    env: { ...process.env, ...local, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, error: stderr }),
  );
}

test('prints the people of the running page without fractions of a second', async () => {
  const { out, error } = await type('sql people');
  expect(out).toContain('zoe@example.com');
  expect(out).not.toContain('person_key');
  expect(out).toContain('2026-11-20 12:00:00+00');
  expect(out).toMatch(/3 rows\n$/);
  expect(error).toBe('');
});

test('prints the results of several statements', async () => {
  expect((await type(`sql '-- two\nselect 1 as one; select 2 as two'`)).out).toBe(
    'one\n───\n1\n1 row\ntwo\n───\n2\n1 row\n',
  );
});

test.each([
  ['sql by-day --zone Mars', 'time zone "Mars" not recognized\n'],
  ['sql by-day --days x', 'invalid input syntax for type integer: "x"\n'],
  [`sql 'select nonsense from nowhere'`, 'relation "nowhere" does not exist\n'],
  [`sql 'select 1; select 2' --csv two.csv`, 'syntax error at or near ";"\n'],
  [`sql "select e'\\u001b'::integer"`, 'invalid input syntax for type integer: "·"\n'],
  [
    'restore x.csv',
    'Set DATABASE_URL. A backup of the local database is a copy of supabase/.temp/pgdata.\n',
  ],
  ['seed 5 --force', 'Give one number, at most 99999, for example: npm run seed -- 1000\n'],
])('%s stops with an error in one line', async (command, line) => {
  const { code, error } = await type(command);
  expect(code).toBe(1);
  expect(error).toContain(line);
  expect(error.trim().split('\n')).toHaveLength(1);
});

test('stops without an error when its reader does', async () => {
  const rows = `"select repeat('x', 1000) from generate_series(1, 5000)"`;
  const { out, error } = await type(`sql ${rows} | head -1`);
  expect(out).toBe('repeat\n');
  expect(error).not.toContain('EPIPE');
});

test('writes an export for spreadsheets, with a byte order mark and for its owner alone', async () => {
  expect((await type('sql export --csv safe.csv')).out).toBe('Wrote 3 rows to safe.csv.\n');
  const csv = await readFile(join(folder, 'safe.csv'), 'utf8');
  expect(csv).toMatch(/^\ufeffname,.*,id\n"/);
  expect(csv).toContain(`"Zoë","'+44 7700 900123","'@zoe",`);
  expect(csv).toContain(`"Eve","5;'=1+1",,`);
  expect((await stat(join(folder, 'safe.csv'))).mode & 0o077).toBe(0);
  await type('sql people --csv raw.csv');
  expect(await readFile(join(folder, 'raw.csv'), 'utf8')).toMatch(/^name,/);
});

test('prints that the page uses a hosted project', async () => {
  const hosted = { VITE_SUPABASE_URL: 'https://project.supabase.co' };
  expect((await type('sql people', hosted)).error).toContain(
    'The page uses https://project.supabase.co',
  );
});

test('shows which rows a removal finds, and removes the chosen ones', async () => {
  const find = `sql remove-person --phone '5;=1+1'`;
  const shown = (await type(find)).out;
  const id = /f +(\d+) +Eve/.exec(shown)?.[1];
  expect((await type(`${find} --remove ${id}`)).out).toMatch(new RegExp(`t +${id} +Eve`));
  expect((await type(find)).out).toContain('nobody');
});

onRealPostgres('on PostgreSQL', () => {
  let postgres: RealPostgres;
  let team: pg.Client;
  let hosted: { DATABASE_URL: string };

  beforeAll(async () => {
    postgres = await startRealPostgres();
    hosted = { DATABASE_URL: postgres.urlOf('postgres') };
    team = new pg.Client(postgres.urlOf('supabase_admin'));
    await team.connect();
  });
  afterAll(async () => {
    await team?.end();
    await postgres?.stop();
  });

  /** A visitor's sign-up. */
  async function signUp(n: number) {
    await team.query('begin; set local role anon');
    await team.query(INSERT, [JSON.stringify([person(n)])]);
    await team.query('commit');
  }

  async function rows() {
    return (await team.query('select * from public.waitlist order by id')).rows;
  }

  test('a backup is restored as it was, and takes sign-ups again', async () => {
    for (const n of [1, 2, 3]) await signUp(n);
    await team.query(`update public.waitlist set name = 'comma, "quoted"' where name like '%2'`);
    await team.query(`delete from public.waitlist where name like '%3'`);
    const before = await rows();
    expect((await type('backup sign-ups.csv', hosted)).code).toBe(0);

    const again = await type('restore sign-ups.csv', hosted);
    expect(again.code).toBe(1);
    expect(again.error).toContain('duplicate key');
    expect(await rows()).toEqual(before);
    await team.query('truncate public.waitlist restart identity');
    // It waits for whoever writes, and they for it: a visitor cannot tell whose row it adds.
    await team.query('begin; lock table public.waitlist in row exclusive mode');
    const restored = type('restore sign-ups.csv', hosted);
    await vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(1);
    }, 60_000);
    await team.query('commit');
    expect((await restored).out).toMatch(/^Restored 2 sign-ups\.\nCheck private\.sign_up_limits/);
    expect(await rows()).toEqual(before);

    // An identical sign-up adds no row, a new one gets an id that is still free.
    await signUp(1);
    await signUp(4);
    expect(await rows()).toMatchObject([...before, { name: person(4).name }]);
  });

  test('leaves no file when the connection is closed during an export', async () => {
    await team.query(`
      alter table public.waitlist disable trigger user;
      insert into public.waitlist (name, phone_number, "timestamp", person_key)
      select n, n, now(), gen_random_uuid() from generate_series(1, 200000) as n`);
    const command = type('sql people --csv lost.csv', hosted);
    await vi.waitFor(
      async () => expect((await stat(join(folder, 'lost.csv.partial'))).size).toBeGreaterThan(0),
      { timeout: 30_000, interval: 5 },
    );
    const { rowCount } = await team.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy%'`,
    );
    expect(rowCount).toBe(1);
    const { code, out, error } = await command;
    expect(code).toBe(1);
    expect(error.trim().split('\n').slice(1)).toHaveLength(1);
    expect(out).toBe('');
    expect((await readdir(folder)).filter((file) => file.startsWith('lost'))).toEqual([]);
  });
});

test('seeds until now, with no sign-up that looks fake', async () => {
  expect((await type('seed 600')).out).toBe('Added 600 sign-ups.\n');
  const { rows } = await backend.db.query(`
    select
      bool_or(created_at > now() - interval '1 day') as today,
      bool_or(created_at > now()) as tomorrow,
      bool_or(email is null) and bool_or(email is not null) as optional
    from waitlist where name like 'Robin%'
  `);
  expect(rows).toEqual([{ today: true, tomorrow: false, optional: true }]);
  expect((await backend.db.query(sqlOf('likely-fakes', { days: '31' }))).rows).toEqual([]);
});

test('seeds the local database, whatever DATABASE_URL is', async () => {
  const hosted = 'postgresql://postgres:secret@db.project.supabase.co:5432/postgres';
  const { out, error } = await type('seed 5', { DATABASE_URL: hosted });
  expect(out).toBe('Added 5 sign-ups.\n');
  expect(error).toBe('');
});

test('an address that is none stops with an error in one line', async () => {
  const { error } = await type('sql people', { DATABASE_URL: 'postgresql://[' });
  expect(error).toBe(
    'DATABASE_URL does not have the form postgresql://user:password@host:5432/postgres\n',
  );
});
