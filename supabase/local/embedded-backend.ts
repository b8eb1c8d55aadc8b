import type { PGlite } from '@electric-sql/pglite';
import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { applyMigrations } from './apply-migrations.ts';

// Its command line sends telemetry. What is used here sends none, and shall not begin to.
process.env.LITE_TELEMETRY = '0';

export type EmbeddedBackend = {
  /** Answers `/rest/v1` as Supabase would. */
  fetch: (request: Request) => Promise<Response>;
  /** The database itself, as its owner. */
  db: PGlite;
  /** Runs the work while nothing else uses the database's one session. */
  runExclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Applied migrations whose files have changed since, or are gone. */
  outdated: string[];
  close: () => Promise<void>;
};

/** The roles a Supabase project is born with. */
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
 * Starts Supabase's API on an embedded Postgres and applies the pending migrations.
 *
 * @param dataDir folder of the database, or `memory://` for one that is forgotten
 * @throws one error for a person: a migration that fails, a folder that cannot be opened
 */
export async function startEmbeddedBackend(dataDir: string): Promise<EmbeddedBackend> {
  const connection = await createPgliteConnection({ url: dataDir });
  await connection.driver.waitReady.catch((error: Error) => {
    throw new Error(`${dataDir} cannot be opened as a database (${error.message}).`);
  });
  const app = await new App({
    connection,
    // As in supabase/config.toml. Reading that file would also read .env into this process.
    api: { schemas: ['public'], extra_search_path: ['public'], max_rows: 1 },
    auth: { enabled: false },
    options: { server: { admin: false } },
  }).init();

  await connection.driver.exec(ROLES);
  // Left to itself, the first request grants everything in `public` to every role, which no hosted
  // project does. Saying that roles are ready keeps the migrations' own grants in force.
  Object.assign(connection, { rlsState: 'active' });
  const outdated = await applyMigrations(app, connection);
  keepValuesOutOfLogs(connection);

  // The database has one session and Supabase's API does not queue for it: without turns, two
  // requests at once would share a transaction, and its role.
  const runExclusive = createMutex();
  return {
    fetch: (request) => runExclusive(async () => app.fetch(request)),
    db: connection.driver,
    runExclusive,
    outdated,
    close: () => runExclusive(() => connection.close()),
  };
}

/** SQL errors are printed whole. Takes out what a visitor typed: the parameters, the quoted row. */
function keepValuesOutOfLogs(connection: PgliteConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    if (error instanceof Error && 'params' in error) {
      delete error.params;
      // The detail of `PGRST` is no row but the answer's status and headers.
      if ('code' in error && 'detail' in error && error.code !== 'PGRST') delete error.detail;
    }
    return normalize(error);
  };
}

function createMutex(): EmbeddedBackend['runExclusive'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
