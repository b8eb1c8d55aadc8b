import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { applyMigrations } from './migrations.ts';

export type EmbeddedBackend = Awaited<ReturnType<typeof startEmbeddedBackend>>;

/**
 * Starts Supabase's API on PGlite and applies the pending migrations.
 *
 * @param dataDir the data folder, or `memory://`
 * @throws an error with one line to print: a migration that fails, a folder that does not open
 */
export async function startEmbeddedBackend(dataDir: string) {
  const connection = await createPgliteConnection({ url: dataDir });
  const db = connection.driver;
  await db.waitReady.catch(({ message }: Error) => {
    throw new Error(`${dataDir} cannot be opened as a database (${message}).`);
  });
  const app = await new App({
    connection,
    // As in supabase/config.toml, whose reader would also load .env into this process.
    api: { schemas: ['public'], extra_search_path: ['public'] },
    auth: { enabled: false },
    options: { server: { admin: false } },
  }).init();

  // Without this the first request grants everything in `public` to every role, unlike a hosted
  // project: the migrations' own grants must stay in force.
  Object.assign(connection, { rlsState: 'active' });
  const outdated = await applyMigrations(db);
  keepValuesOutOfLogs(connection);

  // The database has one session, and the API does not queue for it: two requests at once would
  // share a transaction and its role.
  let last: Promise<unknown> = Promise.resolve();
  const runExclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    /** Handles `/rest/v1` as Supabase does. */
    fetch: (request: Request) => runExclusive(async () => app.fetch(request)),
    /** The database, with its owner's rights. */
    db,
    /** Runs the work while nothing else uses the session. */
    runExclusive,
    /** Applied migrations whose files have changed since, or are deleted. */
    outdated,
    close: () => runExclusive(() => connection.close()),
  };
}

/** Removes what a visitor typed from SQL errors, which are logged whole: parameters, quoted row. */
function keepValuesOutOfLogs(connection: PgliteConnection): void {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error: { code?: string; params?: unknown; detail?: unknown }) => {
    delete error.params;
    // The detail of `PGRST` is not a row: it is the response's status and headers.
    if (error.code !== 'PGRST') delete error.detail;
    return normalize(error);
  };
}
