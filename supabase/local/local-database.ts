import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { loadEnv } from 'vite';
import { z } from 'zod';
import { type EmbeddedBackend, startEmbeddedBackend } from './embedded-backend.ts';

const isWindows = process.platform === 'win32';

/** What the process that uses a folder responds with: rows, each value as Postgres writes it. */
const reply = z.object({
  process: z.number(),
  results: z.array(z.array(z.record(z.string(), z.nullable(z.string())))).optional(),
  error: z.string().optional(),
});

/** Where the rows of `npm run dev` and `npm start` stay between restarts. `memory://…` keeps none. */
export function dataDirectory(mode = 'development', folder = process.cwd()): string {
  return loadEnv(mode, folder, 'EMBEDDED_').EMBEDDED_DATA_DIR || 'supabase/.temp/pgdata';
}

/**
 * Opens a data folder, for this process alone: PGlite takes no lock, and two processes corrupt it.
 * Other processes of the same user query it through a socket, which no web page can connect to.
 *
 * @throws an error with one line to print: the folder is in use, or does not open
 */
export async function openLocalDatabase(dataDir: string): Promise<EmbeddedBackend> {
  const server = createServer(async (received, response) => {
    const sql = await text(received);
    const outcome =
      sql &&
      (await opening
        .then((backend) => run(backend, sql))
        .then(
          (results) => ({ results }),
          (error: Error) => ({ error: error.message }),
        ));
    response.end(JSON.stringify({ process: process.pid, ...outcome }));
  });
  const opening = own(dataDir, server).then(() => startEmbeddedBackend(dataDir));
  opening.catch(() => server.close());
  const backend = await opening;
  // In this order: another process may open the folder when no process listens.
  return { ...backend, close: () => backend.close().finally(() => server.close()) };
}

/** Runs SQL, and resets what it leaves in the one session: a transaction, a role, a setting. */
function run({ db, runExclusive }: EmbeddedBackend, sql: string): Promise<unknown[][]> {
  return runExclusive(async () => {
    const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
    try {
      return (await db.exec(sql, { parsers })).map(({ rows }) => rows);
    } finally {
      await db.exec('rollback');
      await db.exec('discard all');
    }
  });
}

/**
 * Runs SQL on the local database of the running page. No transaction outlives it.
 *
 * @returns the rows of each statement
 * @throws Postgres's error, or that no page is running
 */
export async function queryLocally(dataDir: string, sql: string) {
  const answer = await send((await latestSocket(dataDir)).address, sql);
  if (answer === undefined) throw new Error('No page runs on the local database. Run: npm run dev');
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.results ?? [];
}

/** Sends SQL to the process that listens there, if there is one; blank, for its number alone. */
async function send(socketPath: string, sql = '') {
  const query = request({ socketPath, method: 'POST' }).end(sql);
  const arrived = once(query, 'response').catch((error) => {
    if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error;
  });
  const [response]: IncomingMessage[] = (await arrived) ?? [];
  return response && reply.parse(JSON.parse(await text(response)));
}

/** Where the sockets of a data folder are. Only their user can enter. */
const socketFolder = (dataDir: string) => `${dataDir.replace('memory://', '')}.sockets`;

/** The socket of the last process that used the data folder: a file, or a pipe on Windows. */
async function latestSocket(dataDir: string) {
  const folder = socketFolder(dataDir);
  // Other users may open a pipe, but not write to it.
  const hash = createHash('sha256').update(resolve(folder)).digest('hex');
  if (isWindows) return { address: `\\\\.\\pipe\\gel-${hash}`, number: 0 };
  const files = await readdir(folder).catch(() => []);
  const number = Math.max(0, ...files.filter((file) => /^\d+$/.test(file)).map(Number));
  return { address: `${folder}/${number}`, number };
}

/**
 * Listens as the one process that uses the data folder: the one whose socket has the highest number.
 * The system closes a socket however its process ends. The file stays, so that numbers only grow, and
 * `link` gives each number to one process.
 */
async function own(dataDir: string, server: Server): Promise<void> {
  const folder = socketFolder(dataDir);
  // People's details: no other user of the machine may read them.
  for (const own of dataDir.startsWith('memory://') ? [folder] : [dataDir, folder]) {
    await mkdir(own, { recursive: true, mode: 0o700 });
  }
  const unnumbered = `${folder}/${process.pid}.${performance.now()}`;
  if (!isWindows) await once(server.listen(unnumbered), 'listening');

  // Again if another process was quicker, or if Vite restarts in this one: it closes its last server.
  for (; ; await wait(100)) {
    const latest = await latestSocket(dataDir);
    const user = await send(latest.address);
    if (user && user.process !== process.pid) {
      const who = `${dataDir} is in use by process ${user.process}`;
      throw new Error(`${who}. Open that page, or stop it and try again.`);
    }
    if (!user && (await take(latest))) return;
  }

  /** Takes the next number. False if another process has got it, or even a higher one. */
  async function take({ address, number }: Awaited<ReturnType<typeof latestSocket>>) {
    const next = `${folder}/${number + 1}`;
    try {
      if (isWindows) return Boolean(await once(server.listen(address), 'listening'));
      await link(unnumbered, next);
    } catch (error) {
      if (error instanceof Error && /EEXIST|EADDRINUSE/.test(error.message)) return false;
      throw error;
    }
    const isLatest = (await latestSocket(dataDir)).address === next;
    for (const file of isLatest ? [unnumbered, address] : [next]) await rm(file, { force: true });
    return isLatest;
  }
}
