import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../local/migrations.ts';
import { asVisitor, COLUMNS, columns, INSERT, people, person, type Row } from './visitor.ts';

const FILES = [...MIGRATIONS.values()];

/** A new optional field as CONTRIBUTING describes it: the lines of its migration. */
const PREPARED = /create (or replace )?function private\.prepared\([\s\S]*?\n\$\$;/g;
const ADD_FIELD = `
  alter table public.waitlist add column added_text text;
  comment on column public.waitlist.added_text is 'As typed, trimmed. Null if left blank.';
  grant insert (added_text) on table public.waitlist to anon;
  ${Array.from(FILES.join('\n').matchAll(PREPARED), ([text]) => text)
    .at(-1)
    ?.replace(/create (or replace )?/, 'create or replace ')
    .replace('length(sent.email))', 'length(sent.email), length(sent.added_text))')
    .replace(
      / {2}sent.email := .*/,
      `$&\n  sent.added_text := nullif(btrim(sent.added_text, blanks), '');`,
    )
    .replace(`'email ' || lower(sent.email)`, `$&, 'added_text ' || lower(sent.added_text)`)}
`;

let db: PGlite;
beforeEach(async () => {
  db = await PGlite.create();
  await db.exec(ROLES);
});
afterEach(() => db.close());

const blanks = { ...person(9), [columns.handle]: null, [columns.email]: null };
const PAST: Row[] = [...people(3), blanks];

async function writableColumns(): Promise<string[]> {
  const { rows } = await db.query<{ column_name: string }>(`
    select column_name from information_schema.column_privileges
    where table_name = 'waitlist' and grantee = 'anon' and privilege_type = 'INSERT'
  `);
  return rows.map(({ column_name }) => column_name);
}

test.each([
  ['the newest migration', FILES.slice(0, -1), FILES.at(-1) ?? ''],
  ['a migration that adds a field', FILES, ADD_FIELD],
])('a repeated sign-up adds no row after %s', async (_what, before, migration) => {
  for (const file of before) await db.exec(file);
  const visit = async (columns: string[]) => {
    const sql = INSERT.replaceAll(COLUMNS, columns.map((column) => `"${column}"`).join(', '));
    for (const row of PAST) await asVisitor(db, sql, [JSON.stringify([row], known)]);
  };
  const known = await writableColumns();
  await visit(known);
  await db.exec(migration);
  // From a page that is still open, and from the new one, where a new field is blank.
  await visit(known);
  await visit(await writableColumns());
  expect((await db.query('select id from public.waitlist')).rows).toHaveLength(PAST.length);
});
