import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

// Postgres does not start as root.
const NOBODY = 65534;
const ordinaryUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;

// SIGINT is Postgres's fast shutdown, which may still write to the folder.
const REAPER = `
  while read -r pid; do pids="$pids $pid"; done
  kill -INT $pids
  for _ in $(seq 600); do rm -rf "$0" && exit; sleep 0.1; done
`;

type Program = {
  file: string;
  args?: string[];
  env?: Record<string, string>;
  /** The output that shows that it is ready. Without it the program runs to its end. */
  ready?: string;
};

export type ProcessSupervisor = Awaited<ReturnType<typeof createSupervisor>>;

/** Supervises temporary servers. They and their folder go when this process does, also by `kill -9`. */
export async function createSupervisor() {
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  if (ordinaryUser) await chown(folder, ordinaryUser.uid, ordinaryUser.gid);
  // Its input ends when this process does. Detached, so that Ctrl-C does not reach it.
  const reaper = spawn('sh', ['-c', REAPER, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(reaper, 'exit');

  /**
   * Starts a program as an ordinary user and waits until it is ready.
   *
   * @returns the lines that it writes, later ones included
   * @throws an error with these lines when it ends first
   */
  function start({ file, args = [], env, ready }: Program): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const program = spawn(file, args, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
        ...ordinaryUser,
      });
      reaper.stdin.write(`${program.pid ?? ''}\n`);
      const lines: string[] = [];
      createInterface(program.stderr).on('line', (line) => {
        lines.push(line);
        if (ready !== undefined && line.includes(ready)) resolve(lines);
      });
      program.once('error', reject);
      program.once('close', (code) => {
        if (ready === undefined && code === 0) resolve(lines);
        else reject(new Error([`${basename(file)} ended with ${code}.`, ...lines].join('\n')));
      });
    });
  }

  /** Stops the programs and deletes the folder. */
  async function stop(): Promise<void> {
    reaper.stdin.end();
    await gone;
  }
  return { folder, start, stop };
}

/** The folder of an optional package with programs, if npm has it for this platform: Linux x64. */
export function findPrograms(module: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(module));
  } catch {
    return undefined;
  }
}
