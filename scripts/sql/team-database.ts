import pg from 'pg';
import { loadEnv } from 'vite';
import { SOCKET } from '../../supabase/local/local-database.ts';
import {
  type Answer,
  ownerOf,
  type Query,
  queryLocally,
} from '../../supabase/local/local-socket.ts';

const ON_THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

/** Rows in memory at once. */
const PAGE = 10_000;

export type { Answer, Query };

export type TeamDatabase = {
  /** Runs a query; without values it may have several statements, and each has an answer. */
  run: (query: Query) => Promise<Answer[]>;
  /** Reads the result of one query by pages, so that it never is in memory as a whole. */
  pages: (query: Query) => AsyncIterable<Answer>;
  /** The connection to DATABASE_URL, for COPY and transactions; none to the local database. */
  client?: pg.Client;
  close: () => Promise<void>;
};

/**
 * Connects to DATABASE_URL, from the environment or a `.env` file, or else to the database of the
 * running page. Prints to standard error which of the two it is, when that is not obvious.
 *
 * @param options.onlyHere refuses a database that is not on this machine, before anything is sent
 * @throws an error with one line to print
 */
export async function connect({ onlyHere = false } = {}): Promise<TeamDatabase> {
  // As `npm run dev` reads them.
  const env = loadEnv('development', process.cwd(), '');
  if (!env.DATABASE_URL) return connectToPage(env.EMBEDDED_SOCKET || SOCKET, env.VITE_SUPABASE_URL);

  const client = clientOf(env.DATABASE_URL);
  if (onlyHere && !isHere(client)) {
    throw new Error(
      `DATABASE_URL names ${client.host}, which is not this machine. Nothing was sent: sample data stays on this machine.`,
    );
  }
  console.error(`Connecting to ${client.database} at ${client.host}, as set in DATABASE_URL.`);
  await client.connect();
  return {
    client,
    run: (query) => run(client, query),
    pages: (query) => pages(client, query),
    close: () => client.end(),
  };
}

async function connectToPage(socket: string, hosted: string | undefined): Promise<TeamDatabase> {
  const isRunning = (await ownerOf(socket)) !== undefined;
  if (hosted) {
    const note = `The page uses ${hosted}. To query it, set DATABASE_URL (see .env.example).`;
    if (!isRunning) throw new Error(note);
    console.error(`${note} Connecting to the local database.`);
  }
  if (!isRunning) throw new Error('The page and its database are not running. Run: npm run dev');
  return {
    run: (query) => queryLocally(socket, query),
    pages: (query) => onlyPage(socket, query),
    close: async () => {},
  };
}

function clientOf(connectionString: string): pg.Client {
  const config = { connectionString, connectionTimeoutMillis: 15_000 };
  let client: pg.Client;
  try {
    client = new pg.Client(config);
  } catch {
    throw new Error(
      'DATABASE_URL does not have the form postgresql://user:password@host:5432/postgres',
    );
  }
  // Encrypted, as psql does, unless the address or PGSSLMODE sets it. Supabase signs its certificate
  // itself; `sslmode=verify-full&sslrootcert=…` verifies it.
  return isHere(client) || process.env.PGSSLMODE
    ? client
    : new pg.Client({ ...config, ssl: { rejectUnauthorized: false } });
}

function isHere({ host }: pg.Client): boolean {
  return host.startsWith('/') || ON_THIS_MACHINE.includes(host);
}

/** The local database has one session, which the page must not wait for: it sends the result whole. */
async function* onlyPage(socket: string, query: Query): AsyncGenerator<Answer> {
  const [page, ...others] = await queryLocally(socket, query);
  if (page === undefined || page.fields.length === 0 || others.length > 0) {
    throw new Error('A CSV file takes the result of one query.');
  }
  yield page;
}

/** In one snapshot, and fetches a page while the previous one is written. */
async function* pages(client: pg.Client, { text, values }: Query): AsyncGenerator<Answer> {
  // A plan that sorts nothing: its first rows come at once, and it needs no temporary files.
  await client.query('begin; set local cursor_tuple_fraction = 0.00001');
  try {
    // The extended protocol takes one statement only.
    const cursor = { text: `declare page no scroll cursor for ${text}`, queryMode: 'extended' };
    await client.query({ ...cursor, values });
    const fetchPage = () => run(client, { text: `fetch ${PAGE} from page`, values: [] });
    let next = fetchPage();
    for (let isFull = true; isFull; ) {
      const [page] = await next;
      if (page === undefined) return;
      isFull = page.count === PAGE;
      if (isFull) next = fetchPage();
      // Nobody awaits it when the consumer stops.
      next.catch(() => {});
      yield page;
    }
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

async function run(client: pg.Client, { text, values }: Query): Promise<Answer[]> {
  const result: pg.QueryArrayResult | pg.QueryArrayResult[] = await client.query({
    text,
    ...(values.length > 0 && { values }),
    rowMode: 'array',
    types: { getTypeParser: () => (value: string) => value },
  });
  return [result]
    .flat()
    .map(({ fields, rows, rowCount }) => ({ fields, rows, count: rowCount ?? 0 }));
}

/** The error in a line or two for a person. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { hint } = error as Partial<pg.DatabaseError>;
  if (error.message === 'timeout expired') return 'The database does not respond.';
  // Some network errors have only a code.
  const message = error.message || ('code' in error && String(error.code)) || String(error);
  return [message.split('\n', 1)[0], ...(hint ? [hint] : [])].join('\n');
}
