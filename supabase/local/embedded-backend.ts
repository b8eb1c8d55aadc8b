import { resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { applyPendingMigrations, createApi } from '@supabase/lite/cli';
import type { PgliteConnection } from '@supabase/lite/pglite';

/** Where the rows of `npm run dev` and `npm run preview` stay between restarts. */
const DATA_DIR = resolve(import.meta.dirname, '../.temp/pgdata');

export type EmbeddedBackend = {
  /** Answers `/rest/v1` as Supabase would. */
  fetch: (request: Request) => Promise<Response>;
  /** The database itself, as its owner. */
  db: PGlite;
  /** Runs the work while nothing else uses the database's one session. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
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
 * @throws the first SQL error of a migration
 */
export async function startEmbeddedBackend(dataDir = DATA_DIR): Promise<EmbeddedBackend> {
  process.env.EMBEDDED_DATA_DIR = dataDir;
  const api = await createApi({ withSupabaseClient: false });
  const app = await api.project.local.createApp('supabase/config.toml', { admin: false });
  const connection = app.connection as PgliteConnection;

  await connection.driver.exec(ROLES);
  // Left to itself, the first request grants everything in `public` to every role, which no hosted
  // project does. Saying that roles are ready keeps the migrations' own grants in force.
  Object.assign(connection, { rlsState: 'active' });
  await applyPendingMigrations(app);
  keepValuesOutOfLogs(connection);

  // The database has one session and Supabase's API does not queue for it: without turns, two
  // requests at once would share a transaction, and its role.
  const inTurn = takingTurns();
  return {
    fetch: (request) => inTurn(async () => app.fetch(request)),
    db: connection.driver,
    inTurn,
    close: () => inTurn(() => connection.close()),
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

function takingTurns(): EmbeddedBackend['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
