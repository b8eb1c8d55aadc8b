import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { onRealPostgres } from '../tests/on-real.ts';
import { startServer } from './temporary-server.ts';

onRealPostgres('a temporary server', () => {
  test('goes with its folder when the process that started it is killed', async () => {
    const work = await mkdtemp(join(tmpdir(), 'starter-'));
    const starter = join(work, 'start.ts');
    const module = JSON.stringify(join(import.meta.dirname, 'real-postgres.ts'));
    await writeFile(
      starter,
      `import { startRealPostgres } from ${module}; console.log((await startRealPostgres()).folder);`,
    );
    const child = spawn(process.execPath, ['scripts/run.mjs', starter]);
    const [folder = ''] = await once(createInterface(child.stdout), 'line');
    expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(true);
    child.kill('SIGKILL');
    // Postgres deletes the file when it ends, and the folder follows.
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 30_000);
    await rm(work, { recursive: true });
  });

  test('that does not start leaves nothing, and the error has what it wrote', async () => {
    const script = 'pwd >&2; exit 1';
    const error = await startServer(script, 'ready', {}).catch(String);
    const folder = /\/.*gel-.*/.exec(`${error}`)?.[0] ?? '/';
    expect(existsSync(folder)).toBe(false);
  });
});
