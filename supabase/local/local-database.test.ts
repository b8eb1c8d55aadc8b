import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../vite/testing/server.ts';
import { rowOf } from '../tests/visitor.ts';
import { openPglite, readSql } from './pglite.ts';
import { localDatabase } from './vite-plugin.ts';

/** `npm run sql`, as a person at a terminal sees it. */
const sql = (args: string[], cwd = '.'): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [resolve('supabase/local/sql.mjs'), ...args], { cwd }).catch((error) => error);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts what `npm run dev` starts. @returns the lines that it prints, and how to stop it */
async function startServer(root: string, port: number) {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const customLogger = { ...createLogger('silent'), info: print, error: print };
  const options = { root, configFile: false, customLogger, server: { port, strictPort: true } } as const;
  const server = await createServer({ ...options, plugins: [localDatabase(true)] });
  onTestFinished(() => server.close());
  await server.listen();
  return { lines, stop: () => server.close() };
}

/** Starts a server whose database does not open. @returns what it prints before it ends the process */
async function failToStart(root: string, port: number): Promise<string> {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const { lines, stop } = await startServer(root, port);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(1), { timeout: 60_000 });
  exit.mockRestore();
  await stop();
  return lines.join(' ');
}

test('rows survive a restart, their files are closed to others, and a database that does not open has a reason', async () => {
  const [root, port] = [await makeFolder(), await freePort()];
  const [origin, folder] = [`http://localhost:${port}`, `.local/${port}`];
  for (const n of [1, 2]) {
    const { lines, stop } = await startServer(root, port);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(rowOf(n)) };
    expect((await fetch(`${origin}/rest/v1/waitlist`, sent)).status).toBe(201);
    const [, command = ''] = /npm run sql -- (.*)/.exec(lines.join('\n')) ?? [];
    const { stdout } = await sql(command.split(' '));
    for (const name of ["'@robin1'", `'@robin${n}'`]) expect(stdout).toContain(name);
    expect((await fetch(`${origin}/${folder}/PG_VERSION?raw`)).status).toBe(403);
    // To a page on another port, Vite would by default allow requests.
    const preflight = await fetch(`${origin}/sql`, { method: 'OPTIONS', headers: { origin: 'http://localhost:1' } });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    await stop();
  }
  // Windows has no such modes.
  if (process.platform !== 'win32') expect((await stat(join(root, folder))).mode & 0o777).toBe(0o700);

  for (const [change, message] of [
    [`insert into local.applied values ('1_other')`, '1_other was applied, but is not in this branch'],
    [`update local.applied set sql = '' where name like '%reporting'`, '_reporting was changed after it was applied'],
  ] as const) {
    const db = await openPglite(join(root, folder));
    await db.exec(change);
    await db.close();
    expect(await failToStart(root, port)).toContain(`${message}. Delete the folder.`);
    await rm(join(root, folder), { recursive: true });
  }

  // Each port has a folder.
  const other = await freePort();
  await writeFile(join(root, `.local/${other}`), 'not a folder');
  expect(await failToStart(root, other)).toContain(`The database in .local/${other} does not open: EEXIST`);
});

test('npm run sql lists the queries, but not what systems and editors leave, and names what is missing', async () => {
  const folder = await makeFolder();
  const snippets = join(folder, 'supabase/snippets');
  await mkdir(snippets, { recursive: true });
  for (const name of ['a.sql', '.DS_Store', '._a.sql', 'a.sql.orig', 'a.sql~', '.a.sql.swp', 'README.md']) {
    await writeFile(join(snippets, name), 'select 1');
  }
  // `npm run sql` has a filter of its own, because Node 20 cannot import TypeScript.
  expect([...readSql(snippets).keys()]).toEqual(['a']);
  const stdout = 'The saved queries: a\n';
  expect(await sql([], folder)).toMatchObject({ stdout });
  expect(await sql(['b'], folder)).toMatchObject({ code: 1, stdout });
  // A debugger adds lines of its own.
  const stderr = expect.stringContaining('No page with a local database runs on port 1. Run: npm start\n');
  expect(await sql(['1', 'a'], folder)).toMatchObject({ code: 1, stderr });
});
