import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { ROLES } from '../local/embedded-backend.ts';
import { MIGRATIONS } from '../local/migrations.ts';

// The embedded Postgres has no pg_cron: these stand-ins do what it does where it is.
const EXTENSIONS = '/pglite/share/postgresql/extension';

const db = await PGlite.create();
await db.exec(ROLES);
afterAll(() => db.close());
beforeEach(() => db.exec('begin'));
afterEach(() => db.exec('rollback'));

function install(script: string): void {
  const { FS } = db.Module;
  FS.writeFile(`${EXTENSIONS}/pg_cron.control`, `default_version = '1'\nrelocatable = false\n`);
  FS.writeFile(`${EXTENSIONS}/pg_cron--1.sql`, script);
}

async function migrate(): Promise<void> {
  for (const migration of MIGRATIONS) await db.exec(migration);
}

const SCHEDULE = (body: string) => `
  create schema cron;
  create table cron.job (name text, command text);
  create function cron.schedule(name text, at text, command text) returns void
  language plpgsql as $$ begin ${body}; end $$;
`;

// First: what is installed stays.
test.each([
  ['is not there', undefined],
  ['was not loaded with the server', `select current_setting('cron.database_name')`],
  [
    'is for another database',
    `do $$ begin raise exception 'can only create extension in database postgres'; end $$`,
  ],
])('does without it when it %s', async (_what, script) => {
  if (script !== undefined) install(script);
  await migrate();
  expect((await db.query('select * from reporting.people')).rows).toEqual([]);
});

test('has the senders forgotten every hour', async () => {
  install(SCHEDULE('insert into cron.job values (name, command)'));
  await migrate();
  expect((await db.query('select * from cron.job')).rows).toEqual([
    { name: 'forget-senders', command: 'select private.forget_senders()' },
  ]);
});

test('does not take another failure for that', async () => {
  install(SCHEDULE(`raise division_by_zero`));
  await expect(migrate()).rejects.toMatchObject({ code: '22012' });
});
