import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cache } from './variants.ts';

/** Seconds for `npm run build`, from the start of its process to its end. */
export async function timeBuild(): Promise<number> {
  const start = performance.now();
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'preview'];
  const build = spawn(
    process.execPath,
    [...vite, '--logLevel', 'warn', '--outDir', join(cache, 'timed'), '--emptyOutDir'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`The build ended with ${code}.`);
  return (performance.now() - start) / 1000;
}

const DEV_SERVER = `
  const { createServer } = await import('vite');
  const server = await createServer({
    cacheDir: process.argv[1],
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: Number(process.argv[2]), strictPort: true },
  });
  await server.listen();
  console.log(server.resolvedUrls.local[0]);
`;

/**
 * Starts `npm run dev` as after a fresh install, with nothing pre-bundled.
 *
 * @returns seconds until the page's HTML, its entry and what that imports were served, and seconds
 *   until the database, started beside it, has answered
 */
export async function timeDevServer(port: number): Promise<{ page: number; database: number }> {
  const cacheDir = join(cache, 'vite');
  await rm(cacheDir, { recursive: true, force: true });

  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const server = spawn(
    process.execPath,
    ['--input-type=module', '--eval', DEV_SERVER, cacheDir, String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
    const get = async (path: string) => (await fetch(new URL(path, url))).text();
    await get('/');
    const entry = await get('/src/main.tsx');
    const imports = Array.from(entry.matchAll(/from "(\/[^"]+)"/g), ([, path = '']) => path);
    await Promise.all(imports.map(get));
    const page = seconds();
    await get('/rest/v1/');
    return { page, database: seconds() };
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
}
