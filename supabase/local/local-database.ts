import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { z } from 'zod';
import { type EmbeddedBackend, startEmbeddedBackend } from './embedded-backend.ts';

/** Where the rows of `npm run dev` and `npm start` stay between restarts. */
export const DATA_DIR = 'supabase/.temp/pgdata';

/** Before a path, it is a database in memory with a socket there. */
export const IN_MEMORY = 'memory://';

const owner = z.object({ pid: z.int(), command: z.string(), since: z.iso.datetime() });
const answer = z.object({
  fields: z.array(z.object({ name: z.string(), dataTypeID: z.number() })),
  rows: z.array(z.array(z.string().nullable())),
  count: z.number(),
  copied: z.string().optional(),
});
const error = z.object({ message: z.string(), hint: z.string().optional() });
const reply = z.object({ owner, answers: z.array(answer).default([]), error: error.optional() });

/** The process that uses a data folder. */
type Owner = z.infer<typeof owner>;

/** The result of one statement, each value as Postgres writes it; `copied` is a COPY's output. */
export type Answer = z.infer<typeof answer>;

/** The socket on which the user of a data folder serves queries: a file, or a pipe on Windows. */
function socketOf(dataDir: string): { file: string; address: string } {
  const file = `${dataDir.replace(IN_MEMORY, '')}.sock`;
  const hash = createHash('sha256').update(resolve(file)).digest('hex');
  return { file, address: process.platform === 'win32' ? `\\\\.\\pipe\\gel-${hash}` : file };
}

/**
 * Opens a data folder, for this process alone: PGlite takes no lock, and two processes corrupt it.
 * Other processes query it through its local socket, which no web page can connect to.
 *
 * @param command what starts this process, for the message that another process prints
 * @throws an error with one line to print: the folder is in use, or does not open
 */
export async function openLocalDatabase(
  dataDir: string,
  command: string,
): Promise<EmbeddedBackend> {
  const self: Owner = { pid: process.pid, command, since: new Date().toISOString() };
  const server = createServer(async (received, response) => {
    const sql = await text(received);
    const answers = sql === '' ? Promise.resolve([]) : opening.then((backend) => run(backend, sql));
    const outcome = await answers.then(
      (answers) => ({ answers }),
      (caught) => ({ error: error.parse(caught) }),
    );
    response.end(JSON.stringify({ owner: self, ...outcome }));
  });
  const opening = listen(server, dataDir).then(() => startEmbeddedBackend(dataDir));
  try {
    const backend = await opening;
    const close = async () => {
      // In this order: the next process may open the folder when no process listens.
      await backend.close();
      server.close();
    };
    return { ...backend, close };
  } catch (caught) {
    server.close();
    throw caught;
  }
}

/**
 * The process that listens is the only user of the data folder. The system closes the socket however
 * a process ends, and keeps it while the machine sleeps. A lock covers the moment of checking and listening.
 */
async function listen(server: Server, dataDir: string): Promise<void> {
  const { file, address } = socketOf(dataDir);
  const elsewhere = 'Set EMBEDDED_DATA_DIR to another folder (see .env.example).';
  // Node shortens a longer path without an error.
  if (address === file && Buffer.byteLength(file) > 100) {
    throw new Error(`${file} is too long for a socket. ${elsewhere}`);
  }
  await mkdir(dirname(file), { recursive: true });
  // Waits longer than the lock of a killed process stays.
  const retries = { retries: 100, factor: 1, minTimeout: 100 };
  const unlock = await lock(file, { realpath: false, stale: 5000, retries });
  try {
    for (let other = await ownerOf(dataDir); other; other = await ownerOf(dataDir)) {
      const { command, pid, since } = other;
      if (pid !== process.pid) {
        const who = `${command} (process ${pid}, since ${new Date(since).toLocaleString()})`;
        throw new Error(
          `${dataDir} is in use by ${who}. Open that page, or stop it and try again.`,
        );
      }
      // Vite restarts within one process: the previous server is about to close.
      await wait(100);
    }
    await rm(file, { force: true });
    await once(server.listen(address), 'listening').catch(({ message }: Error) => {
      throw new Error(`${message}. ${elsewhere}`);
    });
  } finally {
    await unlock();
  }
}

/** Runs SQL, and resets what it leaves in the one session: a transaction, a role, a setting. */
function run({ db, runExclusive }: EmbeddedBackend, sql: string): Promise<Answer[]> {
  return runExclusive(async () => {
    const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
    try {
      const results = await db.exec(sql, { rowMode: 'array', parsers });
      return await Promise.all(
        results.map(async ({ fields, rows, affectedRows = 0, blob }, i) => ({
          fields,
          rows: z.array(answer.shape.rows.element).parse(rows),
          // PGlite counts from the first statement on.
          count:
            fields.length > 0 ? rows.length : affectedRows - (results[i - 1]?.affectedRows ?? 0),
          copied: await blob?.text(),
        })),
      );
    } finally {
      await db.exec('rollback');
      await db.exec('discard all');
    }
  });
}

/** The process that uses the data folder. */
export async function ownerOf(dataDir: string): Promise<Owner | undefined> {
  try {
    return (await send(dataDir, '', 10_000)).owner;
  } catch (caught) {
    const code = caught instanceof Error && 'code' in caught && caught.code;
    // No file, or one that a killed process left.
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw caught;
  }
}

/**
 * Runs SQL on the database of the page that uses the data folder. No transaction outlives it.
 *
 * @throws Postgres's error
 */
export async function queryLocally(dataDir: string, sql: string): Promise<Answer[]> {
  const { answers, error } = await send(dataDir, sql);
  if (error !== undefined) throw Object.assign(new Error(error.message), { hint: error.hint });
  return answers;
}

/** Sends SQL to the process that uses the data folder; blank, for its name alone. */
async function send(dataDir: string, sql: string, timeout = 0) {
  const { address } = socketOf(dataDir);
  const query = request({ socketPath: address, method: 'POST', timeout });
  query.on('timeout', () => query.destroy(new Error(`${address} does not respond.`)));
  const [response] = (await once(query.end(sql), 'response')) as [IncomingMessage];
  return reply.parse(JSON.parse(await text(response)));
}
