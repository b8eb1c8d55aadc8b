import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../sql-files.ts';
import { ada, people, type Row, signUp, storedRows } from './visitor.ts';

// A migration must not change the keys of older sign-ups: a visitor who signs up again after it adds no
// row, neither from a page that was open before nor from the new one. On PGlite, which is quickly made anew.

/** Signs up as a page does that was loaded now: it sends every column that a visitor may write. */
async function loadPage(db: PGlite) {
  const { rows } = await db.query<{ column: keyof Row }>(`
    select column_name as column
    from information_schema.column_privileges
    where table_name = 'waitlist' and grantee = 'anon' and privilege_type = 'INSERT'`);
  const toSend = (typed: Row) => Object.fromEntries(rows.map(({ column }) => [column, typed[column]]));
  return (signUps: Row[]) => signUp(db, signUps.map(toSend));
}

test('a repeated sign-up adds no row after any later migration', async () => {
  const db = await PGlite.create();
  const [limits, waitlist, ...later] = MIGRATIONS.values();
  await db.exec([ROLES, limits, waitlist].join('; '));
  const openPage = await loadPage(db);
  await openPage([...people(3), { ...ada, instagram: null, email: null }]);
  const past = await storedRows(db);

  for (const migration of later) {
    await db.exec(migration);
    // The rows have no new field: on the new page it is blank.
    for (const page of [openPage, await loadPage(db)]) await page(past);
  }
  expect(await storedRows(db)).toHaveLength(4);
  await db.close();
});
