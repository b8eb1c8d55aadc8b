import { once } from 'node:events';
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname, relative } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { lock } from 'proper-lockfile';
import { serveDatabase } from './database-socket.ts';
import { startEmbeddedBackend } from './embedded-backend.ts';
import { type FolderOwner, ownerFile, ownerOf } from './folder-owner.ts';

/** In place of a folder: a database of this process alone, forgotten when it ends. */
const MEMORY = 'memory://';

export type SharedBackend = {
  /** Answers `/rest/v1`, as soon as the database can. */
  answer: RequestListener;
  close: () => Promise<void>;
};

type Options = {
  /** The folder of the database, or `memory://`. */
  dataDir: string;
  /** Where Postgres clients reach it; without, at the usual port or, if that is taken, a free one. */
  port: number | undefined;
  /** What a person typed to start this process. */
  command: string;
  /** Tells a person where the rows are, and what to mind. */
  say: (line: string) => void;
  /** Tells a person why there is no database, or none any more. */
  fail: (line: string) => void;
};

/**
 * The embedded database for a server of the page, shared with the others on this machine.
 *
 * PGlite takes no lock, and two processes on one folder destroy it. So one process owns the folder;
 * the others pass their requests on to it, and one of them takes over when it ends. The owner is who
 * listens where the file beside the folder says: the system closes that port however a process ends,
 * and keeps it while one sleeps, which a lock with a heartbeat would take for its end. The lock
 * guards only the moment of deciding.
 */
export function shareBackend(options: Options): SharedBackend {
  const { dataDir, say, fail } = options;
  let closed = false;
  let joined: FolderOwner | undefined;
  let part = enter();

  function enter(): Promise<SharedBackend> {
    const entering = dataDir.startsWith(MEMORY) ? open(options) : ownOrJoin();
    entering.catch((error: Error) => fail(error.message));
    return entering;
  }

  async function ownOrJoin(): Promise<SharedBackend> {
    await mkdir(dirname(dataDir), { recursive: true });
    const retries = { retries: 100, factor: 1, minTimeout: 100, randomize: true };
    const unlock = await lock(dataDir, { realpath: false, retries });
    try {
      const owner = await ownerOf(dataDir);
      const line = owner && (await connectTo(owner));
      return owner && line ? join(owner, line) : await own(options);
    } finally {
      await unlock();
    }
  }

  function join(owner: FolderOwner, line: Socket): SharedBackend {
    // Vite begins anew within one process, and who is ending may still take a connection.
    if (owner.pid !== process.pid && owner.pid !== joined?.pid) {
      const since = new Date(owner.since).toLocaleString();
      say(
        `${pathOf(dataDir)}, shared with ${owner.command} (process ${owner.pid}, since ${since})`,
      );
    }
    joined = owner;
    line.once('close', () => {
      if (!closed) part = enter();
    });
    return { answer: proxyTo(owner), close: async () => void line.destroy() };
  }

  return {
    answer: async (request, response) => (await part).answer(request, response),
    close: async () => {
      closed = true;
      await (await part).close();
    },
  };
}

/** Opens the folder's database and lets the page's other servers reach it. */
async function own(options: Options): Promise<SharedBackend> {
  const { dataDir, command, fail } = options;
  const { answer, opened, port, close } = await open(options);
  // No request need ever come: to be connected tells the others that this process lives.
  const api = createServer({ headersTimeout: 0, requestTimeout: 0 }, answer);
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const owner: FolderOwner = {
    pid: process.pid,
    command,
    since: new Date().toISOString(),
    port,
    api: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  };
  const file = ownerFile(dataDir);
  await writeFile(file, JSON.stringify(owner));

  let watcher: FSWatcher | undefined;
  opened.then(() => {
    watcher = watch(dirname(dataDir), () => {
      if (existsSync(dataDir) && existsSync(file)) return;
      fail(`${pathOf(dataDir)} was deleted while the page used it. Start the page again.`);
    });
  });
  return {
    answer,
    close: async () => {
      // Closed while it opens, as by Vite's own restart, it has no watcher yet.
      await opened.catch(() => {});
      watcher?.close();
      await close();
      await rm(file, { force: true });
      api.close();
      api.closeAllConnections();
    },
  };
}

/** Opens a database, for this process and for Postgres clients. */
async function open({ dataDir, port, say, fail }: Options) {
  const backend = startEmbeddedBackend(dataDir);
  const socket = await serveDatabase(backend, port);
  const opened = backend.then(({ outdated }) => {
    const place = dataDir.startsWith(MEMORY) ? 'in memory' : pathOf(dataDir);
    say(`${place}; read it with npm run sql, or a Postgres client at port ${socket.port}`);
    if (outdated.length === 0) return;
    say(`made of migrations that have changed or are gone: ${outdated.join(', ')}`);
    say(`to begin anew, end the page and delete ${place}`);
  });
  opened.catch((error: Error) => fail(error.message));
  return {
    answer: getRequestListener(async (request) => (await backend).fetch(request)),
    opened,
    port: socket.port,
    close: async () => {
      await socket.close();
      await (await backend).close();
    },
  };
}

/** A connection that lasts as long as the owner does; none if nobody listens there. */
function connectTo({ api }: FolderOwner): Promise<Socket | undefined> {
  const { hostname, port } = new URL(api);
  return new Promise((resolve) => {
    const line = connect({ host: hostname, port: Number(port) });
    line.once('connect', () => resolve(line));
    line.once('error', () => resolve(undefined));
  });
}

function proxyTo({ api }: FolderOwner): RequestListener {
  return (request, response) => {
    const { method, headers, url = '/' } = request;
    const onward = send(new URL(url, api), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // The owner has just ended. The page tries again, and meets whoever took over.
    onward.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    });
    request.pipe(onward);
  };
}

function pathOf(dataDir: string): string {
  return relative(process.cwd(), dataDir);
}
