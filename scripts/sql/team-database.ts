import { Readable } from 'node:stream';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { loadEnv } from 'vite';
import {
  type Answer,
  DATA_DIR,
  ownerOf,
  queryLocally,
} from '../../supabase/local/local-database.ts';
import { visible } from './table.ts';

export type TeamDatabase = {
  /** Runs SQL; each statement has an answer. */
  run: (sql: string) => Promise<Answer[]>;
  /** Runs a `copy … to stdout`. The local database sends its output whole. Returns the number of rows. */
  copy: (sql: string, write: (rows: Readable) => Promise<void>) => Promise<number>;
  close: () => Promise<void>;
};

/** The environment and the `.env` files, as `npm run dev` reads them. */
const readEnv = () => loadEnv('development', process.cwd(), '');

/**
 * Connects to DATABASE_URL or else to the database of the running page. Prints to standard error
 * which of the two it is, when that is not obvious.
 *
 * @throws an error with one line to print
 */
export function connect(): Promise<TeamDatabase> {
  return readEnv().DATABASE_URL ? connectToUrl() : connectToPage();
}

/** Connects to DATABASE_URL, or throws an error with one line to print. */
export async function connectToUrl(): Promise<TeamDatabase & { client: pg.Client }> {
  const { DATABASE_URL } = readEnv();
  if (!DATABASE_URL) {
    throw new Error(`Set DATABASE_URL. A backup of the local database is a copy of ${DATA_DIR}.`);
  }
  if (!URL.canParse(DATABASE_URL)) {
    throw new Error(
      'DATABASE_URL does not have the form postgresql://user:password@host:5432/postgres',
    );
  }
  // Encrypted, as psql does, unless the address or PGSSLMODE sets it. Supabase signs its certificate
  // itself; `sslmode=verify-full&sslrootcert=…` verifies it.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(DATABASE_URL).hostname);
  if (!isHere) process.env.PGSSLMODE ||= 'no-verify';
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    connectionTimeoutMillis: 15_000,
  });
  // A lost connection fails the query as well. Without a listener it would end the process first.
  client.on('error', () => {});
  console.error(`Connecting to ${client.database} at ${client.host}, as set in DATABASE_URL.`);
  await client.connect();
  return {
    client,
    run: async (text) => {
      const types = { getTypeParser: () => String };
      const result: pg.QueryArrayResult<string[]> | pg.QueryArrayResult<string[]>[] =
        await client.query({ text, rowMode: 'array', types });
      return [result].flat().map((each) => ({ ...each, count: each.rowCount ?? 0 }));
    },
    copy: async (sql, write) => {
      // A plan that sorts nothing, where one exists: it needs no temporary files.
      await client.query('begin; set local statement_timeout = 0; set local enable_sort = off');
      const rows = client.query(copy.to(sql));
      await write(rows);
      await client.query('commit');
      return rows.rowCount;
    },
    close: () => client.end(),
  };
}

/** Connects to the database of the running page, or throws an error with one line to print. */
export async function connectToPage(): Promise<TeamDatabase> {
  const { EMBEDDED_DATA_DIR, VITE_SUPABASE_URL: hosted } = readEnv();
  const dataDir = EMBEDDED_DATA_DIR || DATA_DIR;
  if (hosted) {
    throw new Error(`The page uses ${hosted}. To query it, set DATABASE_URL (see .env.example).`);
  }
  if ((await ownerOf(dataDir)) === undefined) {
    throw new Error('The page and its database are not running. Run: npm run dev');
  }
  return {
    run: (sql) => queryLocally(dataDir, sql),
    copy: async (sql, write) => {
      const [answer] = await queryLocally(dataDir, sql.replace(/ stdout (?=.*$)/, " '/dev/blob' "));
      await write(Readable.from([Buffer.from(answer?.copied ?? '')]));
      return answer?.count ?? 0;
    },
    close: async () => {},
  };
}

/** The error in a line or two to print. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { hint } = error as Partial<pg.DatabaseError>;
  if (error.message === 'timeout expired') return 'The database does not respond.';
  // Some network errors have only a code.
  const message = error.message || ('code' in error && String(error.code)) || String(error);
  return [message.split('\n', 1)[0] ?? '', ...(hint ? [hint] : [])].map(visible).join('\n');
}
