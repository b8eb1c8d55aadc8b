import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import { PROXY_PATH } from './settings.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Serves `dist` as Netlify and Cloudflare do: pages at their clean addresses, the headers of
 * `_headers`, and `404.html` with status 404 for every other path.
 */
export function staticHost(dist: string): Handler {
  const headers = parseHeaders(readFileSync(join(dist, '_headers'), 'utf8'));
  const notFound = readFileSync(join(dist, '404.html'));
  const files = sirv(dist, { etag: true, dotfiles: false, brotli: true });

  return (request, response, next) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path.startsWith(`${PROXY_PATH}/`) && next) return next();
    // One by one: an HTTP/2 response has no setHeaders on Node 20.
    for (const header of [...(headers['/*'] ?? []), ...(headers[path] ?? [])]) {
      response.setHeader(...header);
    }
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

/** Reads what `hosting.ts` wrote: a path and its headers in each paragraph. */
function parseHeaders(text: string): Record<string, [name: string, value: string][]> {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => {
      const [path = '', ...lines] = paragraph.split('\n');
      return [path, lines.map((line) => line.trim().split(/: (.*)/, 2))];
    });
  return Object.fromEntries(paragraphs);
}
