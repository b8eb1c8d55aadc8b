import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../vite/test-server.ts';
import { rowOf } from '../tests/visitor.ts';
import { openPglite } from './pglite.ts';

/** `npm run sql`, as a person at a terminal sees it. */
const sql = (...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['supabase/local/sql.mjs', ...args]).catch((error) => error);

test('rows survive a kill, only their owner can read them, and a changed migration is an error', async () => {
  // A page of one word, with the project's migrations.
  const site = await mkdtemp(join(tmpdir(), 'gel-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  await cp('supabase/migrations', join(site, 'supabase/migrations'), { recursive: true });
  await writeFile(join(site, 'index.html'), 'gel');
  const plugin = JSON.stringify(join(import.meta.dirname, 'vite-plugin.ts'));
  const config = `import { localDatabase } from ${plugin}; export default { plugins: [localDatabase()] };`;
  await writeFile(join(site, 'vite.config.mts'), config);

  const port = await freePort();
  const origin = `http://localhost:${port}`;
  /** Starts what `npm run dev` starts. */
  const start = () => {
    const args = [resolve('node_modules/vite/bin/vite.js'), '--port', `${port}`];
    const server = spawn(process.execPath, args, { cwd: site, env: { ...process.env, VITEST: '' } });
    onTestFinished(() => void server.kill('SIGKILL'));
    return server;
  };

  for (const n of [1, 2]) {
    const server = start();
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(rowOf(n)) };
    const signUp = async () => expect((await fetch(`${origin}/rest/v1/waitlist`, sent)).status).toBe(201);
    await vi.waitFor(signUp, { timeout: 100_000, interval: 200 });
    const { stdout } = await sql(`${port}`, 'people');
    for (let known = 1; known <= n; known += 1) expect(stdout).toContain(`'@robin${known}'`);
    expect((await fetch(`${origin}/.local/${port}/PG_VERSION?raw`)).status).toBe(403);
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  // Windows has no such modes.
  if (process.platform !== 'win32') expect((await stat(join(site, `.local/${port}`))).mode & 0o777).toBe(0o700);

  await writeFile(join(site, 'supabase/migrations/20261121000300_reporting.sql'), '-- A comment', { flag: 'a' });
  const server = start();
  let output = '';
  server.stderr.on('data', (text) => (output += text));
  expect(await once(server, 'close')).toEqual([1, null]);
  expect(output).toContain('20261121000300_reporting: schema "reporting" already exists');
  expect(output).toContain('delete the folder.');
}, 300_000);

test('the error of a folder that does not open has the cause', async () => {
  await expect(openPglite('package.json/folder')).rejects.toThrow('ENOTDIR');
});

test('without a query, or with one that is not there, it lists the saved ones', async () => {
  const { stdout } = await sql();
  expect(stdout).toMatch(/by-day.* people /);
  expect(await sql('peopel')).toMatchObject({ code: 1, stdout });
  const message = 'No page with a local database runs on port 1. Run: npm start\n';
  expect(await sql('1', 'people')).toMatchObject({ code: 1, stderr: message });
});
