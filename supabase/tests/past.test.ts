import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROLES } from '../local/embedded-backend.ts';
import { MIGRATIONS } from '../local/migrations.ts';
import { columns, people, person, type Row, signUp } from './visitor.ts';

/** A new optional field as CONTRIBUTING describes it: the lines of its migration. */
const ADD_CITY = `
  alter table public.waitlist add column city text;
  comment on column public.waitlist.city is 'As typed, trimmed. Null if left blank.';
  grant insert (city) on table public.waitlist to anon;
  ${/create function private\.prepared\([\s\S]*?\n\$\$;/
    .exec(MIGRATIONS.join('\n'))?.[0]
    .replace('create', 'create or replace')
    .replace('  sent.person_key', '  sent.city := private.trim_text(sent.city);\n$&')
    .replace(`    'person'`, `    'city', lower(sent.city),\n$&`)}
`;

let db: PGlite;
beforeEach(async () => {
  db = await PGlite.create();
  await db.exec(ROLES);
});
afterEach(() => db.close());

const blanks = { ...person(9), [columns.handle]: null, [columns.email]: null };
const PAST: Row[] = [...people(3), blanks];

test.each([
  ['the newest migration', MIGRATIONS.slice(0, -1), MIGRATIONS.at(-1) ?? ''],
  ['a migration that adds a field', MIGRATIONS, ADD_CITY],
])('a visitor of before adds no row by repeating after %s', async (_what, before, migration) => {
  for (const file of before) await db.exec(file);
  await signUp(db, PAST);
  await db.exec(migration);
  await signUp(db, PAST);
  expect((await db.query('select id from public.waitlist')).rows).toHaveLength(PAST.length);
});

test('a new field is trimmed, compared and refused like the others', async () => {
  for (const file of [...MIGRATIONS, ADD_CITY]) await db.exec(file);
  const visit = (city: string) =>
    db.transaction(async (tx) => {
      await tx.exec('set local role anon');
      await tx.query(
        `insert into public.waitlist (name, phone_number, "timestamp", city) values ('A', '1', now(), $1)`,
        [city],
      );
    });
  for (const city of [' Paris ', 'paris', '\u200b', 'Rome', '']) await visit(city);
  const { rows } = await db.query<{ city: string | null }>(
    'select city from public.waitlist order by id',
  );
  expect(rows.map(({ city }) => city)).toEqual(['Paris', null, 'Rome']);
  await expect(visit('x'.repeat(1001))).rejects.toMatchObject({ code: '22023' });
});
