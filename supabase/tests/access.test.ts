import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedBackend } from '../local/embedded-backend.ts';
import { MIGRATIONS, ROLES } from '../local/migrations.ts';
import { asVisitor, insertOf, person, signUp, storedRows } from './visitor.ts';

const backend = await startEmbeddedBackend('memory://');
const { db } = backend;
afterAll(() => backend.close());
beforeEach(() => db.exec('truncate public.waitlist'));

const INSERT = insertOf(person(1));

test('lets no temporary type or function step in where the owner’s rights are used', async () => {
  const { rows } = await db.query(
    `select distinct proconfig[1] as path from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  expect(rows).toEqual([{ path: 'search_path=pg_catalog, pg_temp' }]);
});

test.each([
  ['reading rows', 'select * from public.waitlist'],
  ['reading a column that may be written', 'select name from public.waitlist'],
  ['reading back', `${INSERT} returning id`],
  ['upserting', `${INSERT} on conflict (id) do update set name = 'x'`],
  ['changing rows', `update public.waitlist set name = 'x'`],
  ['deleting rows', 'delete from public.waitlist'],
  ['emptying the table', 'truncate public.waitlist'],
  ['reading the people', 'select * from reporting.people'],
  ['reading the limits', 'select * from private.sign_up_limits'],
  ['changing the limits', 'update private.sign_up_limits set per_sender = 1000000'],
  ['reading the counters', 'select * from private.sign_up_counts'],
  ['calling a helper', `select private.sender('1')`],
  ['calling a trigger’s function', 'select private.accept_sign_up()'],
  ['advancing the sequence', `select nextval('public.waitlist_id_seq')`],
  ['counting for everyone', `select nextval('private.sign_ups_of_all')`],
  ['creating a table', 'create table public.mine ()'],
  ['disabling the triggers', 'alter table public.waitlist disable trigger user'],
])('rejects a visitor %s', async (_what, sql) => {
  await signUp(db, person(1));
  await expect(asVisitor(db, sql)).rejects.toMatchObject({ code: '42501' });
  expect(await storedRows(db)).toHaveLength(1);
});

test('rejects a row even with the triggers disabled', async () => {
  await db.exec('alter table public.waitlist disable trigger user');
  try {
    await expect(signUp(db, person(1))).rejects.toThrow(/row-level security/);
  } finally {
    await db.exec('alter table public.waitlist enable trigger user');
  }
});

describe('the exact access list', () => {
  test('of a project with the new default', async () => {
    expect(await accessList(db)).toEqual(EXPECTED);
  });

  test('of a project that grants everything by itself', async () => {
    const old = await PGlite.create();
    await old.exec(ROLES);
    // What projects created before 30 October 2026 grant by themselves.
    const grant = 'alter default privileges in schema public grant all';
    for (const what of ['tables', 'functions', 'sequences']) {
      await old.exec(`${grant} on ${what} to anon, authenticated, service_role`);
    }
    for (const migration of MIGRATIONS.values()) await old.exec(migration);
    expect(await accessList(old)).toEqual(EXPECTED);
    await old.close();
  });
});

/** Everything that somebody other than the owner may do, in the three schemas. */
const EXPECTED = [
  ...Object.keys(person(1))
    .map((column) => `anon: INSERT on column public.waitlist.${column}`)
    .sort(),
  'anon: USAGE on schema public',
  'authenticated: USAGE on schema public',
  'policy "visitors may sign up" on public.waitlist: INSERT to {anon}',
  'service_role: DELETE on relation public.waitlist',
  'service_role: INSERT on relation public.waitlist',
  'service_role: SELECT on relation public.waitlist',
  'service_role: UPDATE on relation public.waitlist',
  'service_role: USAGE on schema public',
];

async function accessList(database: PGlite): Promise<string[]> {
  const { rows } = await database.query<{ entry: string }>(`
    -- The two schemas of the embedded backend itself are left out.
    with schemas as (
      select * from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'supabase_migrations', 'auth')
    ),
    relations as (
      select c.*, nspname || '.' || relname as name from pg_class c join schemas s on s.oid = relnamespace
    ),
    granted as (
      select 'schema ' || nspname as what, nspowner as owner,
        coalesce(nspacl, acldefault('n', nspowner)) as acl
      from schemas
      union all
      select 'relation ' || name, relowner,
        coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from relations where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select 'column ' || name || '.' || attname, relowner, attacl
      from pg_attribute join relations r on r.oid = attrelid where attacl is not null
      union all
      select 'function ' || p.oid::regprocedure, proowner, coalesce(proacl, acldefault('f', proowner))
      from pg_proc p join schemas s on s.oid = pronamespace
    )
    select coalesce(nullif(grantee, 0)::regrole::text, 'public') || ': ' || privilege_type || ' on ' || what as entry
    from granted, aclexplode(acl)
    -- What Postgres itself grants on the public schema is the project's, not ours.
    where grantee <> owner and not (what = 'schema public' and grantee in (0, 'postgres'::regrole))
    union all
    select format('policy %I on %I.%I: %s to %s', policyname, schemaname, tablename, cmd, roles)
    from pg_policies
  `);
  return rows.map(({ entry }) => entry).sort();
}
