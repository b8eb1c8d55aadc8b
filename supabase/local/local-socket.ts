import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { z } from 'zod';

const query = z.object({ text: z.string(), values: z.array(z.unknown()) });
const owner = z.object({ pid: z.int(), command: z.string(), since: z.iso.datetime() });
const answer = z.object({
  fields: z.array(z.object({ name: z.string(), dataTypeID: z.number() })),
  rows: z.array(z.array(z.string().nullable())),
  count: z.number(),
});
const reply = z.object({
  owner,
  answers: z.array(answer).default([]),
  error: z.object({ message: z.string(), hint: z.string().optional() }).optional(),
});

export type Query = z.infer<typeof query>;

/** The process that uses a data folder. */
export type Owner = z.infer<typeof owner>;

/** The result of one statement, each value as Postgres writes it. */
export type Answer = z.infer<typeof answer>;

/**
 * Listens on a local socket: a Unix socket, on Windows a named pipe. No web page can connect to it.
 *
 * Who listens is the only user of the data folder. The system closes the socket however a process
 * ends, and keeps it while the machine sleeps. A lock covers the moment of checking and listening.
 *
 * @param run runs a query on the database
 * @throws an error that names the process that listens already
 */
export async function listenLocally(
  path: string,
  command: string,
  run: (query: Query) => Promise<Answer[]>,
): Promise<Server> {
  const self: Owner = { pid: process.pid, command, since: new Date().toISOString() };
  const server = createServer((socket) => {
    let request = '';
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').on('data', async (chunk) => {
      request += chunk;
      if (request.endsWith('\n')) socket.end(await respond(request).catch(() => ''));
    });
  });

  async function respond(request: string): Promise<string> {
    const asked = query.nullable().parse(JSON.parse(request));
    try {
      return JSON.stringify({ owner: self, ...(asked && { answers: await run(asked) }) });
    } catch (error) {
      const { message, hint } = error as { message: string; hint?: string };
      return JSON.stringify({ owner: self, error: { message, hint } });
    }
  }

  // Node shortens a longer path without an error.
  if (process.platform !== 'win32' && Buffer.byteLength(path) > 100) {
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
    if (process.platform !== 'win32') await rm(path, { force: true });
    await once(server.listen(addressOf(path)), 'listening').catch(({ message }: Error) => {
      throw new Error(`${message}. Set EMBEDDED_SOCKET to another path (see .env.example).`);
    });
  } finally {
    await unlock();
  }
  return server;
}

function inUse(path: string, { command, pid, since }: Owner): string {
  const folder = path.replace(/\.sock$/, '');
  const started = new Date(since).toLocaleString();
  return `${folder} is in use by ${command} (process ${pid}, since ${started}). Open that page, or stop it and try again.`;
}

/** The process that listens on the socket. */
export async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return (await send(path, null, 10_000)).owner;
  } catch (error) {
    const code = error instanceof Error && 'code' in error && error.code;
    // No file, or one that a killed process left.
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

/**
 * Runs a query on the database of the page that listens on the socket, in a transaction of its own.
 *
 * @throws Postgres's error
 */
export async function queryLocally(path: string, query: Query): Promise<Answer[]> {
  const { answers, error } = await send(path, query);
  if (error !== undefined) throw Object.assign(new Error(error.message), { hint: error.hint });
  return answers;
}

async function send(path: string, request: Query | null, timeout = 0) {
  const socket = connect(addressOf(path));
  socket.setTimeout(timeout, () => socket.destroy(new Error(`${path} does not respond.`)));
  await once(socket, 'connect');
  socket.write(`${JSON.stringify(request)}\n`);
  const response = await text(socket);
  if (response === '') throw new Error('The page stopped before it responded.');
  return reply.parse(JSON.parse(response));
}

function addressOf(path: string): string {
  if (process.platform !== 'win32') return path;
  return `\\\\.\\pipe\\gel-${createHash('sha256').update(resolve(path)).digest('hex')}`;
}
