import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import { buildInfo } from './build-info.ts';
import { PROXY_PATH } from './settings.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;

/**
 * Serves `dist` as the hosts do: pages at their clean addresses, the headers of `build.json`, and
 * `404.html` with status 404 for every other path.
 */
export function staticHost(dist: string): Handler {
  const info = readFileSync(join(dist, 'build.json'), 'utf8');
  const { headers, files } = buildInfo.parse(JSON.parse(info));
  const notFound = readFileSync(join(dist, '404.html'));
  const serve = sirv(dist, { etag: true, dotfiles: false, brotli: true });

  return (request, response, next) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path.startsWith(`${PROXY_PATH}/`) && next) return next();
    // One by one: an HTTP/2 response has no setHeaders on Node 20.
    for (const [name, value] of Object.entries({ ...headers, ...files[path]?.headers })) {
      response.setHeader(name, value);
    }
    serve(request, response, () => {
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
