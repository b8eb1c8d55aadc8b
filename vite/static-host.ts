import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';

const HEADERS_FILE = readFileSync(join(import.meta.dirname, '../public/_headers'), 'utf8');

/**
 * Returns the headers of a path, as the hosts read them from `public/_headers`: each block is a path, or the beginning of
 * paths and `*`, and indented lines with the headers.
 *
 * @throws if a path has `*` or a placeholder elsewhere, which only the hosts can read
 */
export function headersOf(path: string, file = HEADERS_FILE): (readonly [name: string, value: string])[] {
  return file.split(/\n(?=\S)/).flatMap((block) => {
    const [pattern = '', ...lines] = block.trim().split(/\s*\n\s*/);
    if (/^\/.*(\*.|:)/.test(pattern)) throw new Error(`public/_headers: only the end of a path can be *: ${pattern}`);
    const isMatch = pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
    if (!isMatch) return [];
    return lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')] as const;
    });
  });
}

/**
 * Serves `dist` as the hosts do: pages at their clean addresses, the headers of `public/_headers`,
 * and `404.html` with status 404 for every other path.
 */
export function staticHost(dist: string) {
  const notFound = readFileSync(join(dist, '404.html'));
  const files = sirv(dist, { etag: true, maxAge: 0 });

  return (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    for (const [name, value] of headersOf(pathname)) response.setHeader(name, value);
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
