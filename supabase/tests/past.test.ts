import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../local/migrations.ts';
import { ada, asVisitor, COLUMNS, INSERT, people, type Row, storedRows } from './visitor.ts';

const FILES = [...MIGRATIONS.values()];

/** A migration that adds an optional field, as CONTRIBUTING.md describes it. */
const ADD_FIELD = `
  alter table public.waitlist add column added text;
  grant insert (added) on table public.waitlist to anon;
  ${FILES.join('\n')
    .match(/(?<=create (or replace )?)function private\.prepared\([\s\S]*?\n\$\$;/g)
    ?.at(-1)
    ?.replace('function', 'create or replace function')
    .replace('length(sent.email)', '$&, length(sent.added)')
    .replace(/ {2}sent.email := .*/, `$&\n sent.added := nullif(btrim(sent.added, blanks), '');`)
    .replace('sent.instagram, sent.email)', 'sent.instagram, sent.email, sent.added)')
    .replace(`'email ' || lower(sent.email)`, `$&, 'added ' || lower(sent.added)`)}
`;

const PAST = [...people(3), { ...ada, instagram: null, email: null }];

test.each([
  ['the newest migration', FILES.slice(0, -1), FILES.at(-1) ?? ''],
  ['a migration that adds a field', FILES, ADD_FIELD],
])('a repeated sign-up adds no row after %s', async (_what, before, migration) => {
  const db = await PGlite.create();
  for (const file of [ROLES, ...before]) await db.exec(file);
  /** Signs up as the page does that writes every column. */
  const page = async () => {
    const { rows } = await db.query<{ columns: string }>(`
      select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.column_privileges
      where table_name = 'waitlist' and grantee = 'anon' and privilege_type = 'INSERT'`);
    const insert = INSERT.replaceAll(COLUMNS, rows[0]?.columns ?? '');
    return async (past: Row[]) => {
      for (const row of past) await asVisitor(db, insert, [row]);
    };
  };
  const open = await page();
  await open(PAST);
  // A new field is blank.
  const past = await storedRows(db);
  await db.exec(migration);
  await open(past);
  await (await page())(past);
  expect((await db.query('select id from public.waitlist')).rows).toHaveLength(PAST.length);
  await db.close();
});
