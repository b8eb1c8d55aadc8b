import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server, and how to stop it. */
export type TestServer = { origin: string; close: () => void };

/** Serves on loopback, at a free port. */
export async function listen(listener?: RequestListener): Promise<TestServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  const { origin, close } = await listen();
  close();
  return Number(new URL(origin).port);
}
