import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { MIGRATIONS, ROLES } from '../sql-files.ts';
import { asVisitor } from './visitor.ts';

// What visitors may do, besides the one insert: nothing. On PGlite, which has PostgreSQL's own access rights and
// starts a database for each kind of project.

const db = await openPglite();
afterAll(() => db.close());

test('lets no temporary type or function step in where the owner’s rights are used', async () => {
  const { rows } = await db.query(
    `select distinct proconfig[1] as path from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  expect(rows).toEqual([{ path: 'search_path=pg_catalog, pg_temp' }]);
});

// What the API offers no request for.
test.each([
  'truncate public.waitlist',
  'select * from public.waitlist',
  'select * from reporting.people',
  'select * from private.sign_up_limits',
  'update private.sign_up_limits set per_sender = 1000000',
  `select nextval('public.waitlist_id_seq')`,
  'create table public.mine ()',
  'alter table public.waitlist disable trigger user',
])('rejects a visitor’s %s', async (sql) => {
  await expect(asVisitor(db, sql)).rejects.toMatchObject({ code: '42501' });
});

// Projects created before 30 October 2026 grant everything by themselves.
test.each([
  ['a new project', []],
  ['an older project', ['tables', 'functions', 'sequences']],
])('has the exact access list in %s', async (_age, granted) => {
  const project = await PGlite.create();
  await project.exec(ROLES);
  for (const what of granted) {
    await project.exec(`alter default privileges in schema public
      grant all on ${what} to anon, authenticated, service_role`);
  }
  for (const migration of MIGRATIONS.values()) await project.exec(migration);
  expect(await accessList(project)).toEqual(EXPECTED);
  await project.close();
});

/**
 * Everything that somebody other than the owner may do, in the three schemas. A column stays here until no
 * open page writes it anymore, also after the page is rolled back.
 */
const EXPECTED = [
  'anon: EXECUTE on function private.check_request()',
  'anon: INSERT on column public.waitlist.email',
  'anon: INSERT on column public.waitlist.instagram',
  'anon: INSERT on column public.waitlist.name',
  'anon: INSERT on column public.waitlist.phone_number',
  'anon: INSERT on column public.waitlist.timestamp',
  'anon: USAGE on schema private',
  'anon: USAGE on schema public',
  'authenticated: EXECUTE on function private.check_request()',
  'authenticated: USAGE on schema private',
  'authenticated: USAGE on schema public',
  'policy "visitors may sign up" on public.waitlist: INSERT to {anon}',
  'service_role: EXECUTE on function private.check_request()',
  'service_role: USAGE on schema private',
  'service_role: USAGE on schema public',
];

async function accessList(database: PGlite): Promise<string[]> {
  const { rows } = await database.query<{ entry: string }>(`
    with schemas as (
      select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    relations as (
      select c.*, nspname || '.' || relname as name from pg_class c join schemas s on s.oid = relnamespace
    ),
    granted as (
      select 'schema ' || nspname as what, nspowner as owner, nspacl as acl from schemas
      union all
      select 'relation ' || name, relowner, relacl from relations
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
