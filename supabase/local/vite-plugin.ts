import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { loadEnv, type Plugin, type PreviewServer, type ViteDevServer } from 'vite';
import { DATA_DIR, IN_MEMORY, openLocalDatabase } from './local-database.ts';

/**
 * Serves Supabase's API on the local database while `vite dev` or `vite preview` runs, unless the
 * page uses a hosted project; prints which of the two stores the sign-ups.
 */
export function localBackend(hostedProject: string | undefined): Plugin {
  const serve = (server: ViteDevServer | PreviewServer, command: string) => {
    if (hostedProject === undefined) return serveDatabase(server, command);
    // A warning stays when Vite clears the screen.
    server.config.logger.warn(`Sign-ups go to ${hostedProject}, as set in VITE_SUPABASE_URL.`);
  };
  return {
    name: 'local-backend',
    config: () => ({ server: { watch: { ignored: [`**/${dirname(DATA_DIR)}/**`] } } }),
    configureServer: (server) => serve(server, 'npm run dev'),
    configurePreviewServer: (server) => serve(server, 'npm start'),
  };
}

/** Only requests to the API wait for the database, not the page. */
function serveDatabase(server: ViteDevServer | PreviewServer, command: string): void {
  const { logger, mode, envDir } = server.config;
  const env = loadEnv(mode, envDir || process.cwd(), 'EMBEDDED_');
  const dataDir = env.EMBEDDED_DATA_DIR || DATA_DIR;
  const fail = (line: string): never => {
    logger.error(line);
    process.exit(1);
  };
  const backend = openLocalDatabase(dataDir, command);
  backend.catch((error: Error) => fail(error.message));

  const watching = backend.then(() => {
    if (dataDir.startsWith(IN_MEMORY)) return undefined;
    const files = [dataDir, `${dataDir}.sock`].filter(existsSync);
    return watch(dirname(dataDir), () => {
      const deleted = files.find((file) => !existsSync(file));
      if (deleted) fail(`${deleted} was deleted while the page used it. Start the page again.`);
    });
  });

  const { printUrls } = server;
  server.printUrls = async () => {
    printUrls();
    const { outdated } = await backend;
    logger.info(`  ➜  Database: ${dataDir}; to read it, run npm run sql`);
    if (outdated.length === 0) return;
    logger.info(`  ➜  Changed or deleted since they were applied: ${outdated.join(', ')}`);
    logger.info(`  ➜  To reset, stop the server and delete ${dataDir}`);
  };
  server.middlewares.use(async (request, response, next) => {
    if (!request.url?.startsWith('/rest/v1/')) return next();
    getRequestListener((await backend).fetch)(request, response);
  });
  server.httpServer?.once('close', async () => {
    (await watching)?.close();
    await (await backend).close();
  });
}
