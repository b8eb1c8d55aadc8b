import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../listen.ts';

const run = promisify(execFile);

// Postgres refuses to run as root.
const NOBODY = 65534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The folder of the newest installed server, if there is one. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
}

/** Starts a Postgres server of its own in a temporary folder; `stop` deletes it. */
export async function startTemporaryPostgres(
  binaries: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(join(binaries, 'initdb'), initdb, { ...owner, cwd: folder });

  const port = await freePort();
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (line) => {
      if (String(line).includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`Postgres stopped with code ${code}.`)));
  });

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT');
      await stopped;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
