import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { serveDatabase } from '../../supabase/local/database-socket.ts';
import { startEmbeddedBackend } from '../../supabase/local/embedded-backend.ts';
import { queryOf } from './query.ts';
import { connect } from './team-database.ts';

const tsx = resolve(import.meta.dirname, '../../node_modules/.bin/tsx');
const backend = await startEmbeddedBackend('memory://');
const socket = await serveDatabase(backend, 0);
const folder = await mkdtemp(join(tmpdir(), 'sql-'));
const here = `postgresql://postgres@127.0.0.1:${socket.port}/postgres`;

beforeAll(async () => {
  await backend.db.exec(`
    insert into public.waitlist (name, phone_number, instagram, email, "timestamp", created_at) values
      ('Zoë', '+44 7700 900123', '@zoe', 'zoe@example.com', now(), '2026-11-20 12:00:00.123456+00'),
      ('Ed',  '07700 900123',    null,   null,              now(), '2026-11-19 12:00:00+00'),
      ('Eve', '5;=1+1',          null,   null,              now(), '2026-11-18 12:00:00+00');
  `);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await socket.close();
  await backend.close();
  await rm(folder, { recursive: true });
});

/** What somebody at a terminal sees. */
async function type(command: string, env: Record<string, string> = {}) {
  const line = command.replace(
    /^(\w+)/,
    (tool) => `'${tsx}' '${import.meta.dirname}/../${tool}.ts'`,
  );
  const variables = { DATABASE_URL: here, VITE_SUPABASE_URL: '', INIT_CWD: folder, ...env };
  return promisify(execFile)('sh', ['-c', line], { env: { ...process.env, ...variables } }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, said: stderr }),
  );
}

test('prints the people without their key and without fractions of a second, and says whom it asked', async () => {
  const { out, said } = await type('sql people');
  expect(out).toMatch(/^name +phone_number +instagram +email +other_instagrams/);
  expect(out).not.toContain('person_key');
  expect(out).toContain('2026-11-20 12:00:00+00');
  expect(out).toMatch(/3 rows\n$/);
  expect(said).toBe('Asking postgres at 127.0.0.1, as DATABASE_URL says.\n');
});

test('answers several statements at once', async () => {
  expect((await type(`sql '-- two\nselect 1 as one; select 2 as two'`)).out).toBe(
    'one\n───\n1\n1 row\ntwo\n───\n2\n1 row\n',
  );
});

test('ends with one line when the database refuses', async () => {
  const { code, said } = await type('sql by-day --zone Mars');
  expect(code).toBe(1);
  expect(said).toMatch(/^Asking .*\ntime zone "Mars" not recognized\n$/);
});

test('ends quietly when its reader has seen enough', async () => {
  const rows = `"select repeat('x', 1000) from generate_series(1, 5000)"`;
  const { out, said } = await type(`sql ${rows} | head -1`);
  expect(out).toBe('repeat\n');
  expect(said).not.toContain('EPIPE');
});

test('writes an export for spreadsheets, with a byte order mark and for nobody else to read', async () => {
  expect((await type('sql export --csv safe.csv')).out).toBe('Wrote 3 rows to safe.csv.\n');
  const file = join(folder, 'safe.csv');
  const csv = await readFile(file, 'utf8');
  expect(csv).toMatch(/^\ufeff"name","phone_number",.*\r\n"Zoë","'\+44 7700 900123","'@zoe",/);
  expect(csv).toContain(`"Ed","'07700 900123",""`);
  expect(csv).toContain(`"Eve","5;'=1+1",""`);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('writes an export for programs, unchanged', async () => {
  await type('sql export-raw --csv raw.csv');
  const csv = await readFile(join(folder, 'raw.csv'), 'utf8');
  expect(csv).toMatch(/^"name",.*\r\n"Zoë","\+44 7700 900123","@zoe","zoe@example.com",/);
});

test('says that the page runs against a hosted project', async () => {
  const hosted = { DATABASE_URL: '', VITE_SUPABASE_URL: 'https://project.supabase.co' };
  expect((await type('sql people', hosted)).said).toContain(
    'The page runs against https://project.supabase.co',
  );
});

test('shows whom a removal is about, and removes what is chosen', async () => {
  const whom = `sql remove-person --phone '5;=1+1'`;
  const shown = (await type(whom)).out;
  const id = /f +(\d+) +Eve/.exec(shown)?.[1];
  expect((await type('sql people-count')).out).toMatch(/\b3\b/);

  expect((await type(`${whom} --remove ${id}`)).out).toMatch(new RegExp(`t +${id} +Eve`));
  expect((await type(whom)).out).toContain('nobody');
});

test('seeds until now, with nobody who looks fake', async () => {
  expect((await type('seed 5000')).out).toMatch(/^Added 5000 sign-ups\.\n$/);
  const { rows } = await backend.db.query(`
    select
      bool_or(created_at > now() - interval '1 day') as today,
      bool_or(created_at > now()) as tomorrow
    from waitlist
  `);
  expect(rows).toEqual([{ today: true, tomorrow: false }]);
  const fakes = queryOf('likely-fakes', { days: '31' });
  expect((await backend.db.query(fakes.text, fakes.values)).rows).toEqual([]);
});

test('says in one line what is wrong with a query', async () => {
  expect((await type(`sql 'select nonsense from nowhere'`)).said).toContain(
    'relation "nowhere" does not exist\n',
  );
});

test('seeds no database elsewhere', async () => {
  const hosted = 'postgresql://postgres:secret@db.project.supabase.co:5432/postgres';
  const { code, out, said } = await type('seed 5', { DATABASE_URL: hosted });
  expect(code).toBe(1);
  expect(said).toMatch(/^DATABASE_URL names db\.project\.supabase\.co, which is not this machine/);
  expect(out + said).not.toContain('secret');
});

test.each([
  ['postgresql://localhost/postgres?host=db.project.supabase.co', 'not this machine'],
  ['postgresql://127.0.0.1.example.com/postgres', 'not this machine'],
  ['db.project.supabase.co', 'not this machine'],
  ['postgresql://[', 'not of the form'],
])('keeps made-up data from %s', async (address, line) => {
  vi.stubEnv('DATABASE_URL', address);
  await expect(connect({ onlyHere: true })).rejects.toThrow(line);
});

test('refuses a flag of the seed that is none', async () => {
  const { code, said } = await type('seed 5 --force');
  expect(code).toBe(1);
  expect(said).toMatch(/^Unknown option '--force'.*\n$/);
});
