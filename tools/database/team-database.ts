import pg from 'pg';
import { DEFAULT_PORT } from '../../supabase/local/database-socket.ts';

/** Connects to DATABASE_URL, or to the embedded database that the running page serves. */
export async function connect(): Promise<pg.Client> {
  const port = process.env.EMBEDDED_DB_PORT ?? DEFAULT_PORT;
  const client = new pg.Client({
    connectionString:
      process.env.DATABASE_URL ?? `postgresql://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  return client;
}

/** One line for a person: what went wrong and, if the page does not run, what to start. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isRefused = 'code' in error && error.code === 'ECONNREFUSED';
  if (isRefused && process.env.DATABASE_URL === undefined) {
    return 'The page is not running, and its database with it. Start it with: npm run dev';
  }
  return (
    (error.message || String(isRefused ? 'DATABASE_URL does not answer.' : error)).split(
      '\n',
      1,
    )[0] ?? ''
  );
}
