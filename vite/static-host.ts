import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';

/** The headers of every response: the lines of `public/_headers` below the path. */
export const HEADERS = readFileSync(join(import.meta.dirname, '../public/_headers'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(': ') as [name: string, value: string]);

/**
 * Serves `dist` as the hosts do: pages at their clean addresses, the headers of `public/_headers`,
 * and `404.html` with status 404 for every other path.
 */
export function staticHost(dist: string) {
  const notFound = readFileSync(join(dist, '404.html'));
  const files = sirv(dist, { etag: true, maxAge: 0 });

  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8' }).end(notFound);
    });
  };
}

/** Serves the built page in `vite preview`. */
export function previewHost(): Plugin {
  return {
    name: 'preview-host',
    configurePreviewServer: ({ config, middlewares }) => {
      middlewares.use(staticHost(resolve(config.root, config.build.outDir)));
    },
  };
}
