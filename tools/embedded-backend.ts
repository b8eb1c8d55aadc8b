import { resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { applyPendingMigrations, createApi } from '@supabase/lite/cli';
import type { PgliteConnection } from '@supabase/lite/pglite';

/** Where the rows of `npm run dev` and `npm run preview` stay between restarts. */
export const DATA_DIR = resolve(import.meta.dirname, '../supabase/.temp/pgdata');

export type EmbeddedBackend = {
  /** Answers `/rest/v1` as Supabase would. */
  fetch: (request: Request) => Promise<Response>;
  /** The database itself, as its owner. */
  db: PGlite;
  close: () => Promise<void>;
};

/** The roles a Supabase project is born with. */
const ROLES = `
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
  connection.rlsState = 'active';
  await applyPendingMigrations(app);

  return {
    fetch: async (request) => app.fetch(request),
    db: connection.driver,
    close: () => connection.close(),
  };
}
