import { loadEnv, type Plugin, type PreviewServer, type ViteDevServer } from 'vite';
import { z } from 'zod';
import { DATA_DIR } from './folder-owner.ts';
import { shareBackend } from './shared-backend.ts';

const portNumber = z.coerce.number().int().min(1).max(65535);

/**
 * Serves Supabase's API under the page's own origin while `vite dev` or `vite preview` runs, unless
 * the page has a hosted project; says which of the two takes the sign-ups.
 */
export function localBackend(hostedProject: string | undefined): Plugin {
  const serve = (server: ViteDevServer | PreviewServer, command: string) => {
    if (hostedProject === undefined) return serveEmbedded(server, command);
    // A warning stays when Vite clears the screen.
    server.config.logger.warn(`Sign-ups go to ${hostedProject}, as VITE_SUPABASE_URL says.`);
  };
  return {
    name: 'local-backend',
    configureServer: (server) => serve(server, 'npm run dev'),
    configurePreviewServer: (server) => serve(server, 'npm start'),
  };
}

// The page does not wait for the database; only a request to the API does.
function serveEmbedded(server: ViteDevServer | PreviewServer, command: string): void {
  const { logger, mode, envDir } = server.config;
  const fail = (line: string): never => {
    logger.error(line);
    process.exit(1);
  };
  const printed = new Promise<void>((resolve) => {
    const { printUrls } = server;
    server.printUrls = () => {
      printUrls();
      resolve();
    };
  });

  const env = loadEnv(mode, envDir || process.cwd(), 'EMBEDDED_');
  const port = env.EMBEDDED_DB_PORT ? portNumber.safeParse(env.EMBEDDED_DB_PORT) : undefined;
  if (port?.error) fail(`EMBEDDED_DB_PORT must be a port, 1 to 65535: ${env.EMBEDDED_DB_PORT}`);

  const backend = shareBackend({
    dataDir: env.EMBEDDED_DATA_DIR || DATA_DIR,
    port: port?.data,
    command,
    say: async (line) => {
      await printed;
      logger.info(`  ➜  Database: ${line}`);
    },
    fail,
  });
  server.middlewares.use((request, response, next) => {
    if (request.url?.startsWith('/rest/v1/')) backend.answer(request, response);
    else next();
  });
  server.httpServer?.once('close', () => backend.close());
}
