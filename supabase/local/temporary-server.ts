import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Its input ends when this process does. SIGINT is Postgres's fast shutdown, which still writes; a
// script that has not become the server yet ignores it.
const SUPERVISE = `
  exec 3<&0
  sh -c "$1" < /dev/null & server=$!
  (cat <&3; while kill -INT $server; do sleep 0.1; done) > /dev/null 2>&1 &
  wait $server
  rm -rf "$0"
`;

export type TemporaryServer = {
  /** Its working directory, deleted when it stops. */
  folder: string;
  /** The lines that it has written to standard error so far. */
  log: readonly string[];
  stop: () => Promise<void>;
};

/**
 * Runs a shell script that becomes a server, in a temporary folder. Both go when this process does,
 * also by `kill -9`.
 *
 * @param ready the output that shows that it is ready
 * @throws an error with the lines that it wrote when it ends first
 */
export async function startServer(
  script: string,
  ready: string,
  env: Record<string, string>,
): Promise<TemporaryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  const supervisor = spawn('sh', ['-c', SUPERVISE, folder, script], {
    cwd: folder,
    env: { ...process.env, ...env },
    // So that Ctrl-C does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const gone = once(supervisor, 'exit');
  const stop = async () => {
    supervisor.stdin.end();
    await gone;
  };
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    createInterface(supervisor.stderr).on('line', (line) => {
      log.push(line);
      if (line.includes(ready)) resolve({ folder, log, stop });
    });
    supervisor.once('close', () => reject(new Error(`A server ended:\n${log.join('\n')}`)));
  });
}

/** The folder of an optional package, if npm has installed it: on Linux x64. */
export function findPackage(name: string): string | undefined {
  const folder = join(import.meta.dirname, '../../node_modules', name);
  return existsSync(folder) ? folder : undefined;
}
