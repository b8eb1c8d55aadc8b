import { resolve } from 'node:path';
import pg from 'pg';
import { loadEnv } from 'vite';
import { ownerOf } from '../../supabase/local/folder-owner.ts';
import type { Query } from './snippets.ts';

const root = resolve(import.meta.dirname, '../..');
const ON_THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

/**
 * Connects to DATABASE_URL, from the environment or a `.env` file, or else to the embedded database
 * of the running page. Says on standard error whom it asks, when that is not plain.
 *
 * @param options.onlyHere refuses a database that is not on this machine, before anything is sent
 * @throws an error whose message tells a person what to do
 */
export async function connect({ onlyHere = false } = {}): Promise<pg.Client> {
  // As `npm run dev` reads them.
  const { DATABASE_URL, VITE_SUPABASE_URL } = loadEnv('development', root, '');
  if (!DATABASE_URL) return connectToPage(VITE_SUPABASE_URL);

  const client = clientOf(DATABASE_URL);
  if (onlyHere && !isHere(client)) {
    throw new Error(
      `DATABASE_URL names ${client.host}, which is not this machine. Nothing was sent: what is made up stays here.`,
    );
  }
  console.error(`Asking ${client.database} at ${client.host}, as DATABASE_URL says.`);
  await client.connect();
  return client;
}

async function connectToPage(hosted: string | undefined): Promise<pg.Client> {
  const owner = await ownerOf();
  if (hosted) {
    const note = `The page runs against ${hosted}; DATABASE_URL would name its database (see .env.example).`;
    if (!owner) throw new Error(note);
    console.error(`${note} Asking the embedded one.`);
  }
  if (!owner) {
    throw new Error('The page is not running, and its database with it. Start it: npm run dev');
  }
  // Long enough for a database that is just being made, or that somebody else has to himself.
  const client = clientOf(`postgresql://postgres@127.0.0.1:${owner.port}/postgres`, 60_000);
  await client.connect();
  return client;
}

function clientOf(connectionString: string, connectionTimeoutMillis = 15_000): pg.Client {
  const config = { connectionString, connectionTimeoutMillis };
  let client: pg.Client;
  try {
    client = new pg.Client(config);
  } catch {
    throw new Error(
      'DATABASE_URL is not of the form postgresql://user:password@host:5432/postgres',
    );
  }
  // Encrypted, as psql would, unless the address or PGSSLMODE says how. Supabase's certificate is
  // its own; `sslmode=verify-full&sslrootcert=…` checks it.
  return isHere(client) || process.env.PGSSLMODE
    ? client
    : new pg.Client({ ...config, ssl: { rejectUnauthorized: false } });
}

function isHere({ host }: pg.Client): boolean {
  return host.startsWith('/') || ON_THIS_MACHINE.includes(host);
}

/** What a statement answered: every value as the server writes it, times without fractions of a second. */
export type Answer = { header: string[]; rows: unknown[][]; command: string; count: number };

/** Runs a query, of several statements if it has no parameters, and answers for each. */
export async function run(client: pg.Client, { text, values }: Query): Promise<Answer[]> {
  const { TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
  const result: pg.QueryArrayResult | pg.QueryArrayResult[] = await client.query({
    text,
    ...(values.length > 0 && { values }),
    rowMode: 'array',
    types: {
      getTypeParser: (type: number) => (value: string) =>
        type === TIMESTAMP || type === TIMESTAMPTZ ? value.replace(/\.\d+/, '') : value,
    },
  });
  return [result].flat().map(({ fields, rows, command, rowCount }) => ({
    header: fields.map(({ name }) => name),
    rows,
    command,
    count: rowCount ?? 0,
  }));
}

/** What went wrong, in a line or two for a person. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { hint } = error as Partial<pg.DatabaseError>;
  if (error.message === 'timeout expired') return 'The database does not answer.';
  // Some network errors have only a code.
  const message = error.message || ('code' in error && String(error.code)) || String(error);
  return [message.split('\n', 1)[0], ...(hint ? [hint] : [])].join('\n');
}
