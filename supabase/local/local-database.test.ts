import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../vite/test-server.ts';
import { rowOf } from '../tests/visitor.ts';
import { openPglite, readSql } from './pglite.ts';
import { localDatabase } from './vite-plugin.ts';

const SQL = resolve('supabase/local/sql.mjs');

/** `npm run sql`, as a person at a terminal sees it. */
const sql = (...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [SQL, ...args]).catch((error) => error);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts what `npm run dev` starts. */
async function startServer(root: string, port: number) {
  const errors: string[] = [];
  const customLogger = { ...createLogger('silent'), error: (text: string) => void errors.push(text) };
  const plugins = [localDatabase(undefined)];
  const server = await createServer({
    root,
    configFile: false,
    customLogger,
    plugins,
    server: { port, strictPort: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  return { origin: server.resolvedUrls?.local[0] ?? '', errors, close: () => server.close() };
}

async function signUp(origin: string, n: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(rowOf(n)) };
  expect(await (await fetch(`${origin}rest/v1/waitlist`, sent)).json()).toEqual({});
}

/** Starts a server whose database does not open. @returns the errors that it prints before it ends the process */
async function failToStart(site: string, port: number): Promise<string> {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  onTestFinished(() => exit.mockRestore());
  const { errors } = await startServer(site, port);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(1), { timeout: 60_000 });
  return errors.join(' ');
}

test('rows survive a restart, only their owner can read them, and a changed migration is an error', async () => {
  const site = await makeFolder();
  await writeFile(join(site, 'index.html'), 'gel');
  const port = await freePort();
  const folder = join(site, `.local/${port}`);
  for (const n of [1, 2]) {
    const { origin, close } = await startServer(site, port);
    await signUp(origin, n);
    const { stdout } = await sql(`${port}`, 'people');
    for (let known = 1; known <= n; known += 1) expect(stdout).toContain(`'@robin${known}'`);
    expect((await fetch(`${origin}.local/${port}/PG_VERSION?raw`)).status).toBe(403);
    await close();
  }
  // Windows has no such modes.
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const db = await openPglite(folder);
  await db.exec(`update local.applied set sql = sql || '-- A comment' where name like '%reporting'`);
  await db.close();
  expect(await failToStart(site, port)).toMatch(/_reporting was changed after it was applied\. .* delete the folder/);
});

test('a server on another port opens another folder, and the error has the cause if that fails', async () => {
  const site = await makeFolder();
  const port = await freePort();
  await mkdir(join(site, '.local'));
  await writeFile(join(site, `.local/${port}`), 'not a folder');
  expect(await failToStart(site, port)).toMatch(RegExp(`The database in .local/${port} does not open: EEXIST`));
});

test('without a query, or with one that is not there, it lists the saved ones', async () => {
  const { stdout } = await sql();
  expect(stdout).toMatch(/by-day.* people /);
  expect(await sql('peopel')).toMatchObject({ code: 1, stdout });
  const message = 'No page with a local database runs on port 1. Run: npm start\n';
  expect(await sql('1', 'people')).toMatchObject({ code: 1, stderr: message });
});

test('files that systems and editors leave are neither migrations nor queries', async () => {
  const folder = await makeFolder();
  const snippets = join(folder, 'supabase/snippets');
  await mkdir(snippets, { recursive: true });
  for (const name of ['a.sql', '.DS_Store', '._a.sql', 'a.sql.orig', 'a.sql~', '.a.sql.swp', 'README.md']) {
    await writeFile(join(snippets, name), 'select 1');
  }
  expect([...readSql(snippets).keys()]).toEqual(['a']);
  const { stdout } = await promisify(execFile)(process.execPath, [SQL], { cwd: folder });
  expect(stdout).toBe('The saved queries: a\n');
});
