import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Whether npm installs PostgreSQL and PostgREST here, as optional packages. */
export const hasRealStack = process.platform === 'linux' && process.arch === 'x64';

export type RealServer = {
  /** The lines that it has written to standard error so far. */
  log: readonly string[];
  stop: () => Promise<void>;
};

/**
 * Starts a server that ends when this process does, even by `kill -9`: Linux then sends it SIGINT,
 * which is Postgres's fast shutdown.
 *
 * @param ready the output that shows that it is ready
 * @throws an error with the lines that it wrote when it ends first
 */
export async function startServer(command: string[], ready: string, options: SpawnOptions): Promise<RealServer> {
  const server = spawn('setpriv', ['--pdeathsig', 'INT', ...command], {
    ...options,
    // Otherwise Ctrl-C also ends the server, before the tests that use it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(server, 'close');
  const log: string[] = [];
  const isReady = new Promise<void>((resolve) => {
    createInterface(server.stderr).on('line', (line) => {
      log.push(line);
      if (line.includes(ready)) resolve();
    });
  });
  const ended = gone.then(() => Promise.reject(new Error(`A server ended:\n${log.join('\n')}`)));
  await Promise.race([isReady, ended]);
  return { log, stop: async () => void (server.kill('SIGINT') && (await gone)) };
}
