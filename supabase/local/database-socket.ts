import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { EmbeddedBackend } from './embedded-backend.ts';

/** Where Supabase's own local database listens. */
const DEFAULT_PORT = 54322;

type Database = Pick<EmbeddedBackend, 'db' | 'runExclusive'>;

// The first packets of a connection have no type byte, only a length and one of these.
const STARTUP = 196608;
const CANCEL_REQUEST = 80877102;
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Serves the embedded database on loopback to any Postgres client, psql included, while the page
 * runs: two processes must not open one folder. Clients may come before it is open.
 *
 * A client has the database to itself from its first message until its transaction is over, and
 * leaves nothing behind. PGlite's own socket server does neither: it takes turns by message and among
 * its clients alone, so that the page's API would run inside a client's transaction, and a role that
 * one client has set meets the next.
 *
 * @param port where to listen; without, at the usual port or, if that is taken, a free one
 * @throws when the given port is taken
 */
export async function serveDatabase(
  database: Database | Promise<Database>,
  port?: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const clients = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    const served = Promise.resolve(database)
      .then((opened) => serveClient(socket, opened))
      .catch(() => void socket.destroy())
      .finally(() => clients.delete(socket));
    clients.set(socket, served);
  });
  try {
    await once(server.listen(port ?? DEFAULT_PORT, '127.0.0.1'), 'listening');
  } catch (cause) {
    if (port !== undefined) {
      const cure = 'Set EMBEDDED_DB_PORT to another one, or not at all and a free one is found.';
      throw new Error(`Port ${port} is not free. ${cure}`, { cause });
    }
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of clients.keys()) socket.destroy();
      await Promise.all(clients.values());
    },
  };
}

/** Answers until the client has left. */
async function serveClient(socket: Socket, { db, runExclusive }: Database): Promise<void> {
  if (socket.destroyed) return;
  let received = Buffer.alloc(0);
  let started = false;
  let releaseLock: (() => void) | undefined;
  let work = Promise.resolve();

  socket.setNoDelay(true);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (let message = nextMessage(); message !== undefined; message = nextMessage()) {
      const complete = message;
      work = work.then(() => answer(complete)).catch(() => void socket.destroy());
    }
  });
  await new Promise((closed) => socket.once('close', closed));
  await work;
  await leave();

  function nextMessage(): Buffer | undefined {
    const typeBytes = started ? 1 : 0;
    if (received.length < typeBytes + 4) return undefined;
    const length = typeBytes + received.readInt32BE(typeBytes);
    if (received.length < length) return undefined;
    const message = received.subarray(0, length);
    received = received.subarray(length);
    if (!started) started = message.readInt32BE(4) === STARTUP;
    return message;
  }

  async function answer(message: Buffer): Promise<void> {
    const isUntyped = message[0] === 0;
    const code = isUntyped ? message.readInt32BE(4) : undefined;
    if (message[0] === TERMINATE || code === CANCEL_REQUEST) {
      socket.end();
      return;
    }
    if (isUntyped && code !== STARTUP) {
      socket.write('N'); // no encryption on loopback
      return;
    }
    // As Postgres does. It would be the end of PGlite's one session, and with it of everybody's.
    if (code === STARTUP && !/\0user\0[^\0]/.test(message.toString('latin1'))) {
      socket.end(fatal('28000', 'no PostgreSQL user name specified in startup packet'));
      return;
    }

    if (releaseLock === undefined) await acquire();
    const reply = await db.execProtocolRaw(message);
    socket.write(reply);
    if (isIdle(reply)) release();
  }

  function acquire(): Promise<void> {
    return new Promise((begun) => {
      runExclusive(
        () =>
          new Promise<void>((ended) => {
            releaseLock = ended;
            begun();
          }),
      );
    });
  }

  function release(): void {
    releaseLock?.();
    releaseLock = undefined;
  }

  // Whatever the client left open or set must not meet the next one.
  async function leave(): Promise<void> {
    if (releaseLock === undefined) await acquire();
    try {
      await db.exec('rollback');
      await db.exec('discard all');
    } finally {
      release();
    }
  }
}

/** The protocol's last word to a client. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

/** Whether the reply ends with ReadyForQuery outside a transaction. */
function isIdle(reply: Uint8Array): boolean {
  const [type, , , , , status] = reply.subarray(-6);
  return type === 'Z'.charCodeAt(0) && status === 'I'.charCodeAt(0);
}
