import { resolve } from 'node:path';
import { normalizePath, type Plugin, type PreviewServer, type ViteDevServer } from 'vite';
import { dataDirectory, type LocalDatabase, openLocalDatabase } from './local-database.ts';
import { restApi } from './rest-api.ts';

/**
 * The database of this process. Vite restarts within one process, with new modules each time, and
 * starts the new server before it closes the old one.
 */
const kept = globalThis as { localDatabase?: Promise<LocalDatabase> };

/** What the dev server does not serve by default. A list of one's own replaces the default. */
const SECRET_FILES =
  '.env .env.* *.{crt,pem,key,p12,pfx,cer,der} .npmrc .yarnrc.yml **/.git/**'.split(' ');

/**
 * Serves the API on the local database while `vite dev` or `vite preview` runs, unless the page uses a
 * hosted project; prints which of the two stores the sign-ups. The dev server serves the project's files to
 * every user of the machine, but not those of the database.
 */
export function localDatabase(hostedProject: string | undefined): Plugin {
  const serve = (server: ViteDevServer | PreviewServer) => {
    if (hostedProject === undefined) return serveDatabase(server);
    // A warning stays when Vite clears the screen.
    server.config.logger.warn(`Sign-ups go to ${hostedProject}, as set in VITE_SUPABASE_URL.`);
  };
  return {
    name: 'local-database',
    config: ({ envDir }, { mode }) => {
      const dataDir = resolve(dataDirectory(mode, envDir || undefined));
      const files = `${normalizePath(dataDir)}/**`;
      return { server: { watch: { ignored: [files] }, fs: { deny: [...SECRET_FILES, files] } } };
    },
    configureServer: serve,
    configurePreviewServer: serve,
  };
}

/** Only requests to the API wait for the database, not the page. */
function serveDatabase({ config, middlewares }: ViteDevServer | PreviewServer): void {
  const { logger, mode, envDir } = config;
  const dataDir = dataDirectory(mode, envDir || undefined);
  const previousClosed = kept.localDatabase?.then(({ close }) => close());
  const opening = Promise.resolve(previousClosed).then(() => openLocalDatabase(dataDir));
  kept.localDatabase = opening;
  opening.then(
    ({ outdated: [file] }) => {
      logger.info(`  ➜  Database: ${dataDir}; to read it, run npm run sql`);
      const reset = `stop and delete ${dataDir}`;
      if (file) logger.warn(`${file} changed or was deleted after it was applied: ${reset}.`);
    },
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
