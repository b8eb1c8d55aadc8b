import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';

/**
 * Reads a `_headers` file, which the hosts read, too.
 *
 * @returns the headers of every response
 * @throws if the file has headers for single paths, such as a cache rule (docs/architecture.md: why there is none)
 */
export function readHeaders(file: string): [name: string, value: string][] {
  const [path, ...lines] = file.trim().split(/\n\s*/);
  const isForAll = path === '/*' && lines.every((line) => /^[\w-]+: /.test(line));
  if (!isForAll)
    throw new Error('public/_headers can have headers of all paths only: "/*", and below it one in each line.');
  return lines.map((line) => line.split(/: (.*)/, 2) as [name: string, value: string]);
}

export const HEADERS = readHeaders(readFileSync(join(import.meta.dirname, '../public/_headers'), 'utf8'));

/**
 * Serves `dist` like the hosts: pages at their clean addresses, the headers of `public/_headers`,
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
export const previewHost = (): Plugin => ({
  name: 'preview-host',
  configurePreviewServer: ({ config, middlewares }) => {
    middlewares.use(staticHost(resolve(config.root, config.build.outDir)));
  },
});
