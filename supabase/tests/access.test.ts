import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { openPglite } from '../local/pglite.ts';
import { MIGRATIONS, ROLES } from '../sql-files.ts';
import { asVisitor } from './visitor.ts';

// Visitors may do nothing but the one insert. The tests run on PGlite, which has PostgreSQL's own access rights, and
// which starts a database for each kind of project.

const db = await openPglite();
afterAll(() => db.close());

test('lets no temporary type or function step in where the owner’s rights are used', async () => {
  const { rows } = await db.query(
    `select distinct proconfig[1] as path from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  expect(rows).toEqual([{ path: 'search_path=pg_catalog, pg_temp' }]);
});

// One table of each schema, and what Postgres grants on `public` by itself. The access list below has the rest.
test.each([
  'select * from public.waitlist',
  'select * from reporting.people',
  'update private.sign_up_limits set per_sender = 1000000',
  'create table public.mine ()',
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
 * open page writes it anymore, even after the page is rolled back.
 */
const EXPECTED = [
  ...['email', 'instagram', 'name', 'phone_number', 'timestamp'].map((column) => `INSERT on waitlist.${column}: anon`),
  'EXECUTE on private.check_request(): anon, authenticated, service_role',
  'USAGE on private: anon, authenticated, service_role',
  'USAGE on public: anon, authenticated, service_role',
  'policy "visitors may sign up" on waitlist: INSERT to {anon}',
].sort();

async function accessList(database: PGlite): Promise<string[]> {
  const { rows } = await database.query<{ entry: string }>(`
    with schemas as (
      select oid, nspname, nspowner, nspacl from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    granted (what, owner, acl) as (
      select nspname, nspowner, nspacl from schemas
      union all select relname, relowner, relacl from pg_class where relnamespace in (select oid from schemas)
      union all select attrelid::regclass || '.' || attname, 0, attacl from pg_attribute where attacl is not null and attrelid >= 16384
      union all select oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner))
      from pg_proc where pronamespace in (select oid from schemas)
    )
    select privilege_type || ' on ' || what || ': ' ||
      string_agg(coalesce(rolname, 'public'), ', ' order by rolname) as entry
    from granted, aclexplode(acl) left join pg_roles on oid = grantee
    -- What Postgres itself grants on the public schema is the project's, not ours.
    where grantee <> owner and not (what = 'public' and grantee in (0, 'postgres'::regrole))
    group by what, privilege_type
    union all select format('policy %I on %I: %s to %s', policyname, tablename, cmd, roles) from pg_policies`);
  return rows.map(({ entry }) => entry).sort();
}
