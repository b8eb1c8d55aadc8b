import { type EmbeddedBackend, startEmbeddedBackend } from './embedded-backend.ts';
import { type Answer, listenLocally, type Query } from './local-socket.ts';

/** Where the rows of `npm run dev` and `npm start` stay between restarts. */
export const DATA_DIR = 'supabase/.temp/pgdata';

/** Where the scripts reach the database of the running page. */
export const SOCKET = `${DATA_DIR}.sock`;

/**
 * Opens a data folder, for this process alone: PGlite takes no lock, and two processes destroy it.
 * Other processes query it through the socket.
 *
 * @param socket where to listen, even before the database is open
 * @param command what starts this process, for the message that another process prints
 * @throws an error with one line to print: the folder is in use, or does not open
 */
export async function openLocalDatabase(
  dataDir: string,
  socket: string,
  command: string,
): Promise<EmbeddedBackend> {
  let opening: Promise<EmbeddedBackend> | undefined;
  const open = () => {
    opening ??= startEmbeddedBackend(dataDir);
    return opening;
  };
  const server = await listenLocally(socket, command, async (query) => run(await open(), query));
  try {
    const backend = await open();
    return {
      ...backend,
      close: async () => {
        // In this order: the next process may open the folder when nobody listens.
        await backend.close();
        server.close();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** Runs a query, and resets what it leaves in the one session: a transaction, a role, a setting. */
function run({ db, runExclusive }: EmbeddedBackend, { text, values }: Query): Promise<Answer[]> {
  return runExclusive(async () => {
    const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
    const options = { rowMode: 'array', parsers } as const;
    try {
      const results =
        values.length > 0 ? [await db.query(text, values, options)] : await db.exec(text, options);
      return results.map(({ fields, rows, affectedRows = 0 }) => ({
        fields,
        rows: rows as (string | null)[][],
        count: fields.length > 0 ? rows.length : affectedRows,
      }));
    } finally {
      await db.exec('rollback');
      await db.exec('discard all');
    }
  });
}
