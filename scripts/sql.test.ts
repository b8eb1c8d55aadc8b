import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalDatabase, openLocalDatabase } from '../supabase/local/local-database.ts';
import { readSql } from '../supabase/sql-files.ts';
import { insertOf, person } from '../supabase/tests/visitor.ts';

let folder: string;
let database: LocalDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sql-'));
  database = await openLocalDatabase(folder);
  await database.db.exec(insertOf(person(1)));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** What a person at a terminal sees. */
async function run(command: string, ...args: string[]) {
  const env = { ...process.env, LOCAL_DATA_DIR: folder };
  const file = ['scripts/run.mjs', `scripts/${command}.ts`, ...args];
  return promisify(execFile)(process.execPath, file, { env }).catch((error) => error);
}

test.each([
  ['the people of the running page', 'people', `'${person(1).name}'`],
  ['control characters escaped', String.raw`select e'\u009b31m' as text`, `'\\x9B31m'`],
  ['several results', '-- two\nselect 1 as one; select 2 as two', /one.*'1'.*two.*'2'/s],
])('prints %s', async (_what, query, output) => {
  expect((await run('sql', query)).stdout).toMatch(output);
});

test('lists the saved queries', async () => {
  const { stdout } = await run('sql');
  for (const name of readSql('supabase/snippets').keys()) expect(stdout).toMatch(new RegExp(`^${name}\n +-- `, 'm'));
});

test.each([
  [['sql', 'by-dya'], 'There is no query by-dya.'],
  [['sql', 'select', '1'], 'Give one query, and put SQL in quotes.'],
  [['sql', 'select nonsense from nowhere'], 'relation "nowhere" does not exist'],
  [['seed', '5', '--force'], 'Give one number, at most 99999, for example: npm run seed -- 1000'],
])('%j stops with an error in one line', async ([command = '', ...args], line) => {
  expect(await run(command, ...args)).toMatchObject({ code: 1, stderr: `${line}\n` });
});

test('seeds sign-ups until now', async () => {
  expect((await run('seed', '600')).stdout).toBe('Added 600 sign-ups.\n');
  const { rows } = await database.db.query(`
    select
      bool_or(created_at > now() - interval '1 day') as today,
      bool_or(created_at > now()) as tomorrow,
      bool_or(email is null) and bool_or(email is not null) as optional
    from waitlist where name like 'Robin%'
  `);
  expect(rows).toEqual([{ today: true, tomorrow: false, optional: true }]);
});
