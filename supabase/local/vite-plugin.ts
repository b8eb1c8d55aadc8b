import { getRequestListener } from '@hono/node-server';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { dataDirectory, openLocalDatabase } from './local-database.ts';

/**
 * Serves Supabase's API on the local database while `vite dev` or `vite preview` runs, unless the
 * page uses a hosted project; prints which of the two stores the sign-ups.
 */
export function localBackend(hostedProject: string | undefined): Plugin {
  const serve = (server: ViteDevServer | PreviewServer) => {
    if (hostedProject === undefined) return serveDatabase(server);
    // A warning stays when Vite clears the screen.
    server.config.logger.warn(`Sign-ups go to ${hostedProject}, as set in VITE_SUPABASE_URL.`);
  };
  return {
    name: 'local-backend',
    config: () => ({ server: { watch: { ignored: ['**/supabase/.temp/**'] } } }),
    configureServer: serve,
    configurePreviewServer: serve,
  };
}

/** Only requests to the API wait for the database, not the page. */
function serveDatabase(server: ViteDevServer | PreviewServer): void {
  const { logger, mode, envDir } = server.config;
  const dataDir = dataDirectory(mode, envDir || undefined);
  const backend = openLocalDatabase(dataDir);
  backend.then(
    ({ outdated: [file] }) => {
      logger.info(`  ➜  Database: ${dataDir}; to read it, run npm run sql`);
      if (file)
        logger.warn(
          `${file} changed or was deleted after it was applied: stop and delete ${dataDir}.`,
        );
    },
    (error: Error) => {
      logger.error(error.message);
      process.exit(1);
    },
  );

  server.middlewares.use(async (request, response, next) => {
    if (!request.url?.startsWith('/rest/v1/')) return next();
    getRequestListener((await backend).fetch)(request, response);
  });
  server.httpServer?.once('close', async () => (await backend).close());
}
