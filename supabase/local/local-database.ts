import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { z } from 'zod';
import { type EmbeddedBackend, startEmbeddedBackend } from './embedded-backend.ts';

/** Where the rows of `npm run dev` and `npm start` stay between restarts. */
export const DATA_DIR = 'supabase/.temp/pgdata';

/** The socket on which scripts query the database of the running page. */
export const SOCKET = `${DATA_DIR}.sock`;

const isWindows = process.platform === 'win32';

const query = z.string().nullable();
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
export type Owner = z.infer<typeof owner>;

/** The result of one statement, each value as Postgres writes it; `copied` is a COPY's output. */
export type Answer = z.infer<typeof answer>;

/**
 * Opens a data folder, for this process alone: PGlite takes no lock, and two processes corrupt it.
 * Other processes query it through a local socket, which no web page can connect to.
 *
 * @param path of the socket; on Windows it names a pipe
 * @param command what starts this process, for the message that another process prints
 * @throws an error with one line to print: the folder is in use, or does not open
 */
export async function openLocalDatabase(
  dataDir: string,
  path: string,
  command: string,
): Promise<EmbeddedBackend> {
  const self: Owner = { pid: process.pid, command, since: new Date().toISOString() };
  let opening: Promise<EmbeddedBackend> | undefined;
  const open = () => {
    opening ??= startEmbeddedBackend(dataDir);
    return opening;
  };
  async function respond(request: string): Promise<z.input<typeof reply>> {
    const sql = query.parse(JSON.parse(request));
    try {
      return { owner: self, answers: sql === null ? [] : await run(await open(), sql) };
    } catch (caught) {
      return { owner: self, error: error.parse(caught) };
    }
  }
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').on('data', async (chunk) => {
      request += chunk;
      if (!request.endsWith('\n')) return;
      // What is no query, an HTTP request for example, gets no response.
      socket.end(await respond(request).then(JSON.stringify, () => ''));
    });
  });

  await listen(server, path);
  try {
    const backend = await open();
    return {
      ...backend,
      close: async () => {
        // In this order: the next process may open the folder when no process listens.
        await backend.close();
        server.close();
      },
    };
  } catch (caught) {
    server.close();
    throw caught;
  }
}

/**
 * The process that listens is the only user of the data folder. The system closes the socket however
 * a process ends, and keeps it while the machine sleeps. A lock covers the moment of checking and listening.
 */
async function listen(server: Server, path: string): Promise<void> {
  // Node shortens a longer path without an error.
  if (!isWindows && Buffer.byteLength(path) > 100) {
    throw new Error(`${path} is too long for a socket. Set EMBEDDED_SOCKET to a shorter path.`);
  }
  await mkdir(dirname(path), { recursive: true });
  const retries = { retries: 100, factor: 1, minTimeout: 100 };
  const unlock = await lock(path, { realpath: false, retries });
  try {
    for (let other = await ownerOf(path); other !== undefined; other = await ownerOf(path)) {
      if (other.pid !== process.pid) throw new Error(inUse(path, other));
      // Vite restarts within one process: the previous server is about to close.
      await wait(100);
    }
    if (!isWindows) await rm(path, { force: true });
    await once(server.listen(addressOf(path)), 'listening').catch(({ message }: Error) => {
      throw new Error(`${message}. Set EMBEDDED_SOCKET to another path (see .env.example).`);
    });
  } finally {
    await unlock();
  }
}

function inUse(path: string, { command, pid, since }: Owner): string {
  const folder = path.replace(/\.sock$/, '');
  const started = new Date(since).toLocaleString();
  return `${folder} is in use by ${command} (process ${pid}, since ${started}). Open that page, or stop it and try again.`;
}

/** Runs SQL, and resets what it leaves in the one session: a transaction, a role, a setting. */
function run({ db, runExclusive }: EmbeddedBackend, sql: string): Promise<Answer[]> {
  return runExclusive(async () => {
    const parsers = Object.fromEntries(Object.keys(db.parsers).map((type) => [type, String]));
    try {
      const results = await db.exec(sql, { rowMode: 'array', parsers });
      return await Promise.all(
        results.map(async ({ fields, rows, affectedRows = 0, blob }) => ({
          fields,
          rows: z.array(answer.shape.rows.element).parse(rows),
          count: fields.length > 0 ? rows.length : affectedRows,
          copied: await blob?.text(),
        })),
      );
    } finally {
      await db.exec('rollback');
      await db.exec('discard all');
    }
  });
}

/** The process that listens on the socket. */
export async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return (await send(path, null, 10_000)).owner;
  } catch (caught) {
    const code = caught instanceof Error && 'code' in caught && caught.code;
    // No file, or one that a killed process left.
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw caught;
  }
}

/**
 * Runs SQL on the database of the page that listens on the socket. No transaction outlives it.
 *
 * @throws Postgres's error
 */
export async function queryLocally(path: string, sql: string): Promise<Answer[]> {
  const { answers, error } = await send(path, sql);
  if (error !== undefined) throw Object.assign(new Error(error.message), { hint: error.hint });
  return answers;
}

async function send(path: string, request: z.infer<typeof query>, timeout = 0) {
  const socket = connect(addressOf(path));
  socket.setTimeout(timeout, () => socket.destroy(new Error(`${path} does not respond.`)));
  await once(socket, 'connect');
  socket.write(`${JSON.stringify(request)}\n`);
  const response = await text(socket);
  if (response === '') throw new Error('The page stopped before it responded.');
  return reply.parse(JSON.parse(response));
}

function addressOf(path: string): string {
  if (!isWindows) return path;
  return `\\\\.\\pipe\\gel-${createHash('sha256').update(resolve(path)).digest('hex')}`;
}
