import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS, ROLES } from '../local/pglite.ts';
import { COLUMNS } from './visitor.ts';

// Visitors may do nothing but the one insert. On PGlite, which has PostgreSQL's own access rights.

// Projects with "Automatically expose new tables" grant everything by themselves. It was the default until 2026.
const DEFAULT_GRANTS = ['tables', 'functions', 'sequences'].map(
  (what) => `alter default privileges in schema public grant all on ${what} to anon, authenticated, service_role;`,
);

const db = await PGlite.create();
for (const sql of [ROLES, ...DEFAULT_GRANTS, ...MIGRATIONS.values()]) await db.exec(sql);
afterAll(() => db.close());

/** All that anyone but the owner may do, and the settings of roles, functions, and views that limit it. */
const EXPECTED = [
  'EXECUTE on private.refuse_large_request_with_prefer(): public',
  ...[...COLUMNS].sort().map((column) => `INSERT on waitlist.${column}: anon`),
  'USAGE on private: anon, authenticated, service_role',
  'USAGE on public: anon, authenticated, service_role, public',
  'anon has {lock_timeout=1s,statement_timeout=3s}',
  'authenticator has {pgrst.db_pre_request=private.refuse_large_request_with_prefer}',
  'policy "visitors may sign up" on waitlist: INSERT to {anon}',
  'private.limit_sender has {"search_path=pg_catalog, pg_temp",enable_seqscan=off}',
  'private.refuse_large_request_with_prefer has {"search_path=pg_catalog, pg_temp"}',
  'reporting.letters has {search_path=pg_catalog}',
  'reporting.people has {security_invoker=true}',
];

test('has the exact access list', async () => {
  const { rows } = await db.query<{ entry: string }>(`
    with schemas as (
      select oid, nspname, nspowner, nspacl from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    granted (what, owner, acl) as (
      select nspname, nspowner, nspacl from schemas
      union all select relname, relowner, relacl from pg_class where relnamespace in (select oid from schemas)
      union all select attrelid::regclass || '.' || attname, relowner, attacl
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace in (select oid from schemas)
      union all select oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner))
      from pg_proc where pronamespace in (select oid from schemas)
    )
    select privilege_type || ' on ' || replace(what, '"', '') || ': ' ||
      string_agg(coalesce(rolname, 'public'), ', ' order by rolname) as entry
    from granted, aclexplode(acl) left join pg_roles on oid = grantee
    where grantee <> owner
    group by what, privilege_type
    union all select format('policy %I on %I: %s to %s', policyname, tablename, cmd, roles) from pg_policies
    union all select format('%s has %s', rolname, rolconfig) from pg_roles where rolconfig is not null
    union all select format('%s has %s', oid::regclass, reloptions) from pg_class
    where relnamespace in (select oid from schemas) and reloptions is not null
    union all select format('%s has %s', oid::regproc, proconfig) from pg_proc
    where pronamespace in (select oid from schemas)`);
  expect(rows.map(({ entry }) => entry).sort()).toEqual(EXPECTED);
});
