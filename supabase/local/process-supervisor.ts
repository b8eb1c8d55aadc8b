import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

// Postgres refuses to run as root.
const NOBODY = 65534;
const ordinaryUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;

export type ProcessSupervisor = {
  /** A temporary folder that the programs may write to. */
  folder: string;
  /**
   * Starts a program as an ordinary user and waits until it says that it is ready; without such a
   * word, until it is done.
   *
   * @returns the lines that it writes, later ones included
   * @throws when it ends otherwise, with its last words
   */
  start: (program: Program) => Promise<string[]>;
  /** Ends the programs and deletes the folder. */
  stop: () => Promise<void>;
};

type Program = {
  file: string;
  args?: string[];
  env?: Record<string, string>;
  ready?: string;
};

/** Keeps temporary servers: they and their folder go when this process does, a crash and `kill -9` included. */
export async function createSupervisor(): Promise<ProcessSupervisor> {
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  if (ordinaryUser) await chown(folder, ordinaryUser.uid, ordinaryUser.gid);
  // Its input ends when this process does. Detached, so that Ctrl-C does not reach it.
  const reaper = spawn(process.execPath, ['-e', REAPER, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(reaper, 'exit');

  return {
    folder,
    start: ({ file, args = [], env = {}, ready }) =>
      new Promise((resolve, reject) => {
        const program = spawn(file, args, {
          cwd: folder,
          env: { ...process.env, ...env },
          stdio: ['ignore', 'ignore', 'pipe'],
          ...ordinaryUser,
        });
        if (program.pid !== undefined) reaper.stdin.write(`${program.pid}\n`);
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
      }),
    stop: async () => {
      reaper.stdin.end();
      await gone;
    },
  };
}

// SIGINT is Postgres's fast shutdown. What is written until then is met by removing again: rmSync's
// own retries do not look into a folder anew.
const REAPER = `
  const pids = [];
  const remove = (patience) => {
    try {
      require('node:fs').rmSync(process.argv[1], { recursive: true, force: true });
    } catch {
      if (patience > 0) setTimeout(remove, 100, patience - 1);
    }
  };
  require('node:readline')
    .createInterface(process.stdin)
    .on('line', (pid) => pids.push(Number(pid)))
    .on('close', () => {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGINT');
        } catch {} // it ended by itself
      }
      remove(600);
    });
`;
