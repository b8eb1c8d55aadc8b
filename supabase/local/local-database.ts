import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PGlite } from '@electric-sql/pglite';
import { loadEnv } from 'vite';
import { z } from 'zod';
import { openPglite } from './pglite.ts';

export type LocalDatabase = { db: PGlite; close: () => Promise<void> };

const isWindows = process.platform === 'win32';

/** The rows of each statement, with each value as Postgres writes it, or an error. */
const queryReply = z.object({
  results: z.array(z.array(z.record(z.string(), z.nullable(z.string())))).default([]),
  error: z.string().optional(),
});

/** Returns the folder in which `npm run dev` and `npm start` store rows: `LOCAL_DATA_DIR`, which may be in `.env`. */
export function dataDirectory(): string {
  return loadEnv('', process.cwd(), 'LOCAL_').LOCAL_DATA_DIR || 'supabase/.temp/pgdata';
}

/**
 * Opens a data folder for this process alone, because PGlite takes no lock and two processes corrupt
 * the folder. Other processes of the same user query the database through a socket in the folder, to
 * which no web page can connect.
 *
 * @throws an error with one line to print: the folder is in use, cannot be used, or does not open
 */
export async function openLocalDatabase(dataDir: string): Promise<LocalDatabase> {
  const server = createServer(async (query, response) => {
    // The head shows that this process is not suspended, however long the query takes.
    response.flushHeaders();
    try {
      const results = await run(await opening, await text(query));
      response.end(JSON.stringify({ results }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : '' }));
    }
  });
  const opening = becomeOwner(dataDir, server).then(() => openOrCreate(join(dataDir, 'postgres')));
  opening.catch(() => server.close());
  const db = await opening;
  // In this order, because without a socket another process may open the folder.
  return { db, close: () => db.close().finally(() => server.close()) };
}

/**
 * Listens as the one process that uses the folder. The system closes a socket however its process ends,
 * but the file stays. Two processes that start within the same millisecond can both get the folder.
 */
async function becomeOwner(dataDir: string, server: Server): Promise<void> {
  const socket = socketOf(dataDir);
  if (!isWindows && Buffer.byteLength(socket) > 103) {
    throw new Error(`${socket} is too long for a socket. Set LOCAL_DATA_DIR to a shorter path.`);
  }
  // Personal data: no other user of the machine may enter.
  await mkdir(dataDir, { recursive: true })
    .then(() => chmod(dataDir, 0o700))
    .catch((error: Error) => {
      throw cannotUse(dataDir, error);
    });
  if (await isListening(dataDir)) {
    throw new Error(`${dataDir} is in use. End its server, which may be suspended (Ctrl-Z).`);
  }
  await rm(socket, { force: true });
  await once(server.listen(socket), 'listening').catch(({ message }: Error) => {
    throw new Error(`Set LOCAL_DATA_DIR to a folder that can hold a socket (${message}).`);
  });
}

/** A file in the folder. On Windows it is a pipe, which other users can open but not write to. */
function socketOf(dataDir: string): string {
  const file = join(dataDir, 'socket');
  return isWindows ? join('\\\\?\\pipe', resolve(file)) : file;
}

/** Whether a process listens, even a suspended one, for which the system accepts connections. */
async function isListening(dataDir: string): Promise<boolean> {
  const socket = connect(socketOf(dataDir));
  const error: NodeJS.ErrnoException | undefined = await once(socket, 'connect').then(
    () => undefined,
    (error) => error,
  );
  socket.destroy();
  const code = error?.code ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return false;
  // On Linux and on Windows, the queue of connections can be full.
  if (error && code !== 'EAGAIN' && code !== 'EBUSY') throw cannotUse(dataDir, error);
  return true;
}

function cannotUse(dataDir: string, { message }: Error): Error {
  return new Error(`${dataDir} cannot be used (${message}).`);
}

/**
 * Opens the folder, or creates it under another name first: PGlite writes about a thousand files, and cannot open a
 * folder in which some are missing because a process ended meanwhile.
 */
async function openOrCreate(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await (await openPglite(unfinished)).close();
    await rename(unfinished, folder);
  }
  return openPglite(folder);
}

/** Runs SQL, and resets what it leaves in the one session: a transaction, a role, a setting. */
async function run(db: PGlite, sql: string) {
  const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
  // PGlite queues all three at once, so that no request runs in between.
  const [statements] = await Promise.all([db.exec(sql, { parsers }), db.exec('rollback'), db.exec('discard all')]);
  return statements.map(({ rows }) => rows);
}

/**
 * Runs SQL on the local database of the running page. No transaction outlives it.
 *
 * @returns the rows of each statement
 * @throws Postgres's error, that no page runs or responds, or that the folder cannot be used
 */
export async function queryLocally(dataDir: string, sql: string) {
  if (!(await isListening(dataDir))) throw new Error('No page runs on the local database. Run: npm start');
  const query = request({ socketPath: socketOf(dataDir), method: 'POST', timeout: 10_000 }).end(sql);
  query.on('timeout', () => {
    query.destroy(new Error('The page does not respond. It may still be starting, or be suspended (Ctrl-Z).'));
  });
  const [response]: IncomingMessage[] = await once(query, 'response');
  query.setTimeout(0);
  const { results, error } = queryReply.parse(response && JSON.parse(await text(response)));
  if (error !== undefined) throw new Error(error);
  return results;
}
