import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { localApi } from './api.ts';
import { openPglite } from './pglite.ts';

/**
 * Serves a database beside the page while `vite dev` or `vite preview` runs. Its files are in `.local/<port>`, because
 * two processes would corrupt one folder, and a second server takes another port (on macOS not if only one has `--host`).
 *
 * @param usesLocalDatabase false if the page uses a hosted project
 */
export function localDatabase(usesLocalDatabase: boolean): Plugin {
  let database: Promise<PGlite> | undefined;

  const serve = ({ config: { logger, root }, httpServer, middlewares }: ViteDevServer | PreviewServer) => {
    if (!usesLocalDatabase) return;
    httpServer?.once('listening', () => {
      const { port } = httpServer.address() as AddressInfo;
      database = openPglite(join(root, `.local/${port}`)).catch(({ message }) => {
        logger.error(`The database in .local/${port} does not open: ${message}`);
        process.exit(1);
      });
      database.then(() => logger.info(`  ➜  Database: .local/${port}; to read it: npm run sql -- ${port} people`));
    });
    // Only requests to the API wait for the database, not the page.
    middlewares.use(async (request, response, next) => {
      if (!database || !/^\/(sql$|rest\/v1\/)/.test(request.url ?? '')) return next();
      localApi(await database)(request, response);
    });
  };

  return {
    name: 'local-database',
    config: ({ server }) => ({
      server: {
        // The port of `vite preview`, so that both have the same rows.
        port: server?.port ?? 4173,
        watch: { ignored: ['**/.local/**'] },
        // With --host, the network can read what the dev server serves: not the database's files.
        fs: { allow: ['index.html', 'src', 'node_modules'] },
        cors: false,
      },
    }),
    configureServer: serve,
    configurePreviewServer: serve,
    // When Vite restarts in the same process, the new server opens the folder afterwards.
    closeBundle: async () => (await database)?.close(),
  };
}
