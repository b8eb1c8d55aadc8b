import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { z } from 'zod';

const output = z.object({
  routes: z.array(
    z.object({
      src: z.string().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      dest: z.string().optional(),
      status: z.number().optional(),
      continue: z.boolean().optional(),
      handle: z.literal('filesystem').optional(),
    }),
  ),
});

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Serves `.vercel/output` by the routes in its config.json; returns what stops it. */
export async function serveVercelOutput(
  folder: string,
  port: number,
): Promise<() => Promise<void>> {
  const config = output.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  const server = createServer((received, response) => void answer(received, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return async () => {
    server.close();
    server.closeAllConnections();
  };

  async function answer(received: IncomingMessage, response: ServerResponse): Promise<void> {
    let { pathname } = new URL(received.url ?? '/', 'http://host');
    for (const { src, headers, dest, status, continue: isContinued, handle } of config.routes) {
      const file = join(folder, 'static', pathname);
      if (handle && extname(file) && existsSync(file)) return send(file, 200, response);
      if (src === undefined || !new RegExp(`^${src}$`).test(pathname)) continue;
      response.setHeaders(new Headers(headers));
      if (isContinued || dest === undefined) continue;
      const target = pathname.replace(new RegExp(`^${src}$`), dest);
      if (/^https?:/.test(target)) return proxy(target, received, response);
      pathname = target;
      if (status) return send(join(folder, 'static', pathname), status, response);
    }
  }
}

async function send(file: string, status: number, response: ServerResponse): Promise<void> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(status, { 'content-type': type }).end(await readFile(file));
}

function proxy(target: string, received: IncomingMessage, response: ServerResponse): void {
  const headers = { ...received.headers, host: new URL(target).host };
  const onward = request(target, { method: received.method ?? 'GET', headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  received.pipe(onward);
}
