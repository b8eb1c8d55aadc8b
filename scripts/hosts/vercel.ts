import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { z } from 'zod';
import { passOn } from './pass-on.ts';

const output = z.object({
  routes: z.array(
    z.object({
      src: z.string().default('^$'),
      headers: z.record(z.string(), z.string()).optional(),
      dest: z.string().optional(),
      status: z.number().optional(),
      handle: z.string().optional(),
    }),
  ),
});

/** Serves `.vercel/output` by the routes in its config.json; returns what stops it. */
export async function serveVercelOutput(
  folder: string,
  port: number,
): Promise<() => Promise<void>> {
  const { routes } = output.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  const files = sirv(join(folder, 'static'), { extensions: [] });
  const notFound = await readFile(join(folder, 'static/404.html'));
  const server = createServer((request, response) => {
    for (const { src, headers, dest, status, handle } of routes) {
      // What comes after the files is for paths without one.
      if (handle) break;
      const [path = '/'] = (request.url ?? '/').split('?');
      const pattern = new RegExp(`^${src}$`);
      if (!pattern.test(path)) continue;
      response.setHeaders(new Headers(headers));
      const target = dest && path.replace(pattern, dest);
      if (target?.startsWith('http')) return passOn(new URL(target), request, response);
      if (target && !status) request.url = target;
    }
    files(request, response, () => {
      response.writeHead(404).end(notFound);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}
