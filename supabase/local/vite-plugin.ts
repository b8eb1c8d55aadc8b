import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { DEFAULT_PORT, serveDatabase } from './database-socket.ts';
import { startEmbeddedBackend } from './embedded-backend.ts';

/** Where the rows of `npm run dev` and `npm run preview` stay between restarts. */
const DATA_DIR = resolve(import.meta.dirname, '../.temp/pgdata');

/** Serves Supabase's API under the page's own origin while `vite dev` or `vite preview` runs. */
export function embeddedBackend(): Plugin {
  return {
    name: 'embedded-backend',
    configureServer: serve,
    configurePreviewServer: serve,
  };
}

// The page does not wait for the database; only a request to the API does.
function serve(server: ViteDevServer | PreviewServer): void {
  const { EMBEDDED_DATA_DIR, EMBEDDED_DB_PORT } = process.env;
  const starting = startEmbeddedBackend(EMBEDDED_DATA_DIR ?? DATA_DIR);
  starting.catch((error: unknown) => {
    console.error('The embedded backend did not start.', error);
    process.exit(1);
  });

  const socket = starting.then((backend) =>
    serveDatabase(backend, Number(EMBEDDED_DB_PORT ?? DEFAULT_PORT)),
  );
  socket.catch((error: Error) => {
    console.warn(`npm run sql cannot reach this database: ${error.message}`);
  });

  const listener = getRequestListener(async (request) => (await starting).fetch(request));
  server.middlewares.use((request, response, next) => {
    if (request.url?.startsWith('/rest/v1/')) listener(request, response).catch(next);
    else next();
  });

  server.httpServer?.once('close', async () => {
    await socket.then(({ close }) => close()).catch(() => {});
    await (await starting).close();
  });
}
