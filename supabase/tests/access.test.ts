import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../local/pglite.ts';

// Visitors may do nothing but the one insert. On PGlite, which has PostgreSQL's own access rights.

// Projects created before 30 October 2026 grant everything by themselves.
const OLDER_PROJECT = ['tables', 'functions', 'sequences'].map(
  (what) => `alter default privileges in schema public grant all on ${what} to anon, authenticated, service_role;`,
);

const db = await PGlite.create();
for (const sql of [ROLES, ...OLDER_PROJECT, ...MIGRATIONS.values()]) await db.exec(sql);
afterAll(() => db.close());

test('lets no temporary type or function step in where the owner’s rights are used', async () => {
  const { rows } = await db.query(
    `select distinct proconfig[1] as path from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  expect(rows).toEqual([{ path: 'search_path=pg_catalog, pg_temp' }]);
});

/**
 * Everything that somebody other than the owner may do, in the three schemas. A column stays here until no
 * open page writes it anymore, even after the page is rolled back.
 */
const EXPECTED = [
  ...['email', 'instagram', 'name', 'phone_number', 'timestamp'].map((column) => `INSERT on waitlist.${column}: anon`),
  'EXECUTE on private.check_request(): anon, authenticated, service_role',
  'EXECUTE on private.person_key(text,bigint): anon',
  'USAGE on private: anon, authenticated, service_role',
  'USAGE on public: anon, authenticated, service_role',
  'policy "visitors may sign up" on waitlist: INSERT to {anon}',
].sort();

test('has the exact access list', async () => {
  const { rows } = await db.query<{ entry: string }>(`
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
  expect(rows.map(({ entry }) => entry).sort()).toEqual(EXPECTED);
});
