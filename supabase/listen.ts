import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server at a free port, and how to stop it. */
export type Service = { url: string; close: () => void };

/** Serves on loopback, at a port that was free. */
export async function listen(listener?: RequestListener): Promise<Service> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen();
  close();
  return Number(new URL(url).port);
}
