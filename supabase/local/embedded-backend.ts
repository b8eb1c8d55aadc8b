import type { PGlite } from '@electric-sql/pglite';
import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { applyMigrations } from './migrations.ts';

export type EmbeddedBackend = {
  /** Handles `/rest/v1` as Supabase does. */
  fetch: (request: Request) => Promise<Response>;
  /** The database, with its owner's rights. */
  db: PGlite;
  /** Runs the work while nothing else uses the database's one session. */
  runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Applied migrations whose files have changed since, or are gone. */
  outdated: string[];
  close: () => Promise<void>;
};

/** The roles that every Supabase project has. */
export const ROLES = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then
      create role anon nologin;
      create role authenticated nologin;
      create role service_role nologin bypassrls;
      grant usage on schema public to anon, authenticated, service_role;
    end if;
  end $$;
`;

/**
 * Starts Supabase's API on PGlite and applies the pending migrations.
 *
 * @param dataDir the data folder, or `memory://`
 * @throws an error with one line to print: a migration that fails, a folder that does not open
 */
export async function startEmbeddedBackend(dataDir: string): Promise<EmbeddedBackend> {
  const connection = await createPgliteConnection({ url: dataDir });
  await connection.driver.waitReady.catch((error: Error) => {
    throw new Error(`${dataDir} cannot be opened as a database (${error.message}).`);
  });
  const app = await new App({
    connection,
    // As in supabase/config.toml, whose reader would also load .env into this process.
    api: { schemas: ['public'], extra_search_path: ['public'] },
    auth: { enabled: false },
    options: { server: { admin: false } },
  }).init();

  await connection.driver.exec(ROLES);
  // Without this the first request grants everything in `public` to every role, unlike a hosted
  // project: the migrations' own grants must stay in force.
  Object.assign(connection, { rlsState: 'active' });
  const outdated = await applyMigrations(connection);
  keepValuesOutOfLogs(connection);

  // The database has one session, and the API does not queue for it: two requests at once would
  // share a transaction and its role.
  let last: Promise<unknown> = Promise.resolve();
  const runExclusive: EmbeddedBackend['runExclusive'] = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    fetch: (request) => runExclusive(async () => app.fetch(request)),
    db: connection.driver,
    runExclusive,
    outdated,
    close: () => runExclusive(() => connection.close()),
  };
}

/** Removes what a visitor typed from SQL errors, which are logged whole: parameters, quoted row. */
function keepValuesOutOfLogs(connection: PgliteConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    if (error instanceof Error && 'params' in error) {
      delete error.params;
      // The detail of `PGRST` is not a row: it is the response's status and headers.
      if ('code' in error && 'detail' in error && error.code !== 'PGRST') delete error.detail;
    }
    return normalize(error);
  };
}
