import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROLES } from '../local/embedded-backend.ts';
import { MIGRATIONS } from '../local/migrations.ts';
import { asVisitor, COLUMNS, columns, INSERT, people, person, type Row } from './visitor.ts';

/** A new optional field as CONTRIBUTING describes it: the lines of its migration. */
const PREPARED = /create (or replace )?function private\.prepared\([\s\S]*?\n\$\$;/g;
const ADD_FIELD = `
  alter table public.waitlist add column added_text text;
  comment on column public.waitlist.added_text is 'As typed, trimmed. Null if left blank.';
  grant insert (added_text) on table public.waitlist to anon;
  ${Array.from(MIGRATIONS.join('\n').matchAll(PREPARED), ([text]) => text)
    .at(-1)
    ?.replace(/create (or replace )?/, 'create or replace ')
    .replace('  sent.person_key', '  sent.added_text := private.trim_text(sent.added_text);\n$&')
    .replace(`    'person'`, `    'added_text', lower(sent.added_text),\n$&`)}
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
  ['the newest migration', MIGRATIONS.slice(0, -1), MIGRATIONS.at(-1) ?? ''],
  ['a migration that adds a field', MIGRATIONS, ADD_FIELD],
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

test('a new field is trimmed, compared, and limited like the others', async () => {
  for (const file of [...MIGRATIONS, ADD_FIELD]) await db.exec(file);
  const visit = (city: string) =>
    db.transaction(async (tx) => {
      await tx.exec('set local role anon');
      await tx.query(
        `insert into public.waitlist (name, phone_number, "timestamp", added_text) values ('A', '1', now(), $1)`,
        [city],
      );
    });
  for (const city of [' Paris ', 'paris', '\u200b', 'Rome', '']) await visit(city);
  const { rows } = await db.query<{ added_text: string | null }>(
    'select added_text from public.waitlist order by id',
  );
  expect(rows.map(({ added_text }) => added_text)).toEqual(['Paris', null, 'Rome']);
  await expect(visit('x'.repeat(1001))).rejects.toMatchObject({ code: '22023' });
});
