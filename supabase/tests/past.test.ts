import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../local/migrations.ts';
import { ada, asVisitor, COLUMNS, INSERT, people, type Row, storedRows } from './visitor.ts';

// A migration must not change the keys of older sign-ups: a visitor who signs up again after it adds no
// row, neither from a page that was open before nor from the new one. On PGlite, which is quickly made anew.

const FILES = [...MIGRATIONS.values()];

/** The newest file, which adds no field at all or a real one. */
const newest = async () => FILES.at(-1) ?? '';

/**
 * The example of CONTRIBUTING.md with a column that no field has: `prepared` has `added` in four places, as
 * it has `email`.
 */
async function addField(db: PGlite): Promise<string> {
  const { rows } = await db.query<{ sql: string }>(
    `select pg_get_functiondef('private.prepared'::regproc) as sql`,
  );
  const prepared = (rows[0]?.sql ?? '')
    .replace('length(sent.email)', 'length(sent.email), length(sent.added)')
    .replace('sent.email :=', `sent.added := nullif(btrim(sent.added, blanks), ''); sent.email :=`)
    .replace('sent.instagram, sent.email)', 'sent.instagram, sent.email, sent.added)')
    .replace(
      "'email ' || lower(sent.email)",
      "'email ' || lower(sent.email), 'added ' || lower(sent.added)",
    );
  expect(prepared.match(/sent\.added/g)).toHaveLength(5);
  return `
    alter table public.waitlist add column added text;
    grant insert (added) on table public.waitlist to anon;
    ${prepared}`;
}

/** Signs up as a page does that was loaded now: it sends every column that a visitor may write. */
async function loadPage(db: PGlite) {
  const { rows } = await db.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.column_privileges
    where table_name = 'waitlist' and grantee = 'anon' and privilege_type = 'INSERT'`);
  const insert = INSERT.replaceAll(COLUMNS, rows[0]?.columns ?? '');
  return async (signUps: Row[]) => {
    for (const signUp of signUps) await asVisitor(db, insert, [signUp]);
  };
}

test.each([
  ['the newest migration', FILES.slice(0, -1), newest],
  ['a migration that adds a field', FILES, addField],
])('a repeated sign-up adds no row after %s', async (_what, before, migration) => {
  const db = await PGlite.create();
  for (const file of [ROLES, ...before]) await db.exec(file);
  const openPage = await loadPage(db);
  await openPage([...people(3), { ...ada, instagram: null, email: null }]);
  const past = await storedRows(db);

  await db.exec(await migration(db));
  await openPage(past);
  const newPage = await loadPage(db);
  // The rows have no new field: it is blank.
  await newPage(past);
  expect(await storedRows(db)).toHaveLength(4);

  await db.close();
});
