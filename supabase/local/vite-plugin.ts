import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { dataDirectory, type LocalDatabase, openLocalDatabase } from './local-database.ts';
import { restApi } from './rest-api.ts';

/**
 * The database of this process. Vite restarts within one process, with new modules each time, and
 * starts the new server before it closes the old one.
 */
const current = globalThis as { localDatabase?: Promise<LocalDatabase> };

/**
 * Serves the API on the local database while `vite dev` or `vite preview` runs, unless the page uses a
 * hosted project; prints which of the two stores the sign-ups.
 */
export function localDatabase(hostedProject: string | undefined): Plugin {
  const serve = (server: ViteDevServer | PreviewServer) => {
    if (hostedProject === undefined) return serveDatabase(server);
    // A warning stays when Vite clears the screen.
    server.config.logger.warn(`Sign-ups go to ${hostedProject}, as set in VITE_SUPABASE_URL.`);
  };
  return {
    name: 'local-database',
    config: () => ({
      server: {
        watch: { ignored: ['**/.temp/**'] },
        // Every user of the machine can read what the dev server serves: not the database's files.
        fs: { allow: ['index.html', 'src', 'node_modules'] },
        cors: false,
      },
      preview: { cors: false },
    }),
    configureServer: serve,
    configurePreviewServer: serve,
  };
}

/** Only requests to the API wait for the database, not the page. */
function serveDatabase({ config: { logger }, middlewares }: ViteDevServer | PreviewServer): void {
  const dataDir = dataDirectory();
  const previousClosed = current.localDatabase?.then(({ close }) => close());
  const opening = Promise.resolve(previousClosed).then(() => openLocalDatabase(dataDir));
  current.localDatabase = opening;
  opening.then(
    () => logger.info(`  ➜  Database: ${dataDir}; to read it, run npm run sql`),
    ({ message }: Error) => {
      logger.error(message);
      process.exit(1);
    },
  );
  middlewares.use(async (request, response, next) => {
    if (!request.url?.startsWith('/rest/v1/')) return next();
    restApi((await opening).db)(request, response);
  });
}
