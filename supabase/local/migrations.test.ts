import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { applyMigrations } from './migrations.ts';

let connection: PgliteConnection;
let folder: string;

beforeAll(async () => {
  connection = await createPgliteConnection({ url: 'memory://' });
});
afterAll(() => connection.close());

// Migrations are those of the folder that a command was started in.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'supabase/migrations'), { recursive: true });
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connection.driver.exec(`
    drop schema if exists supabase_migrations cascade;
    drop schema public cascade;
    create schema public;
  `);
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) =>
  writeFile(join(folder, 'supabase/migrations', name), sql);
const remove = (name: string) => rm(join(folder, 'supabase/migrations', name));
const apply = () => applyMigrations(connection);

async function tables(): Promise<string[]> {
  const { rows } = await connection.driver.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('applies each migration once, in order', async () => {
  await write('20260102000000_rename.sql', 'alter table a rename to b;');
  await write('20260101000000_create.sql', 'create table a ();');
  expect(await apply()).toEqual([]);
  await write('20260103000000_create.sql', 'create table c ();');
  expect(await apply()).toEqual([]);
  expect(await tables()).toEqual(['b', 'c']);
});

test('rolls back a migration that fails, and names the line', async () => {
  await write('20260101000000_create.sql', 'create table a ();');
  await write(
    '20260102000000_city.sql',
    'create table city ();\n\n-- Where they live\nalter table a\n  add city nonsense;\n',
  );
  await expect(apply()).rejects.toThrow(
    'supabase/migrations/20260102000000_city.sql, line 5: type "nonsense" does not exist',
  );
  expect(await tables()).toEqual(['a']);

  await write('20260102000000_city.sql', 'select 1;\n\n-- Fails when it runs\nselect 1 / 0;');
  await expect(apply()).rejects.toThrow('20260102000000_city.sql, line 4: division by zero');

  await write('20260102000000_city.sql', 'create table city ();');
  await apply();
  expect(await tables()).toEqual(['a', 'city']);
});

test('returns which applied migrations have changed or are deleted, comments aside', async () => {
  await write('20260101000000_same.sql', '-- Words\ncreate table a ();');
  await write('20260102000000_edited.sql', 'create table b ();');
  await write('20260103000000_gone.sql', 'create table c ();');
  await apply();
  await write('20260101000000_same.sql', '-- Other words\n\ncreate table a ();\n');
  await write('20260102000000_edited.sql', 'create table b (id int);');
  await remove('20260103000000_gone.sql');
  expect(await apply()).toEqual([
    'supabase/migrations/20260102000000_edited.sql',
    'supabase/migrations/20260103000000_gone.sql',
  ]);
});

test('rejects a file name that supabase db push would skip', async () => {
  await write('add-city.sql', 'create table a ();');
  await expect(apply()).rejects.toThrow('Rename supabase/migrations/add-city.sql');
});
