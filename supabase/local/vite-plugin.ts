import type { AddressInfo } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { localApi } from './api.ts';
import { openPglite } from './pglite.ts';

const PORT = 4173;

/**
 * Serves a database beside the page while `vite dev` or `vite preview` runs, unless the page uses a hosted project.
 * Its folder has the number of the port, because two processes corrupt a folder and cannot have one port.
 */
export function localDatabase(hostedProject: string | undefined): Plugin {
  let database: Promise<PGlite> | undefined;

  const serve = ({ config: { logger }, httpServer, middlewares }: ViteDevServer | PreviewServer) => {
    // A warning stays when Vite clears the screen.
    if (hostedProject) return logger.warn(`Sign-ups go to ${hostedProject}, as set in VITE_SUPABASE_URL.`);
    httpServer?.once('listening', () => {
      const { port, address } = httpServer.address() as AddressInfo;
      // On macOS, a process with --host can have a port that another one has on loopback.
      const folder = `.local/${port}${/^(127\.|::1$)/.test(address) ? '' : '-network'}`;
      database = openPglite(folder).catch(({ message }: Error) => {
        logger.error(`${folder}: ${message}`);
        process.exit(1);
      });
      database.then(() => logger.info(`  ➜  Database: ${folder}; to read it, run npm run sql -- ${port}`));
    });
    // Only requests to the API wait for the database, not the page.
    middlewares.use(async (request, response, next) => {
      const isForDatabase = /^\/(rest\/v1\/|sql$)/.test(request.url ?? '');
      if (!isForDatabase || !database) return next();
      localApi(await database)(request, response);
    });
  };

  return {
    name: 'local-database',
    config: ({ server }) => ({
      server: {
        // The port of `vite preview`, so that both have the same rows.
        port: server?.port ?? PORT,
        watch: { ignored: ['**/.local/**'] },
        // With --host, the network can read what the dev server serves: not the database's files.
        fs: { allow: ['index.html', 'src', 'node_modules'] },
        cors: false,
      },
      preview: { cors: false },
    }),
    configureServer: serve,
    configurePreviewServer: serve,
    // When Vite restarts in the same process, the new server opens the folder afterwards.
    closeBundle: async () => (await database)?.close(),
  };
}
