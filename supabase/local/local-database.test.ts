import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../tests/listen.ts';
import { person } from '../tests/visitor.ts';
import { applyMigrations, openPglite } from './pglite.ts';

// What `npm run dev`, which is killed and restarted, and `npm run sql` do with the rows.

const root = resolve(import.meta.dirname, '../..');
/** Shorter than the limit of a test, so that a failure has the server's output. */
const patient = { timeout: 100_000, interval: 100 };
const servers: ChildProcess[] = [];
let site: string;

/** A page of one word, with the project's migrations. */
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'a päge of US$1 '));
  await cp(join(root, 'supabase/migrations'), join(site, 'supabase/migrations'), { recursive: true });
  await writeFile(join(site, 'index.html'), 'gel');
  const plugin = JSON.stringify(join(import.meta.dirname, 'vite-plugin.ts'));
  const config = `import { localDatabase } from ${plugin}; export default { plugins: [localDatabase()] };`;
  await writeFile(join(site, 'vite.config.mts'), config);
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await rm(site, { recursive: true, force: true });
});

/** Starts what `npm run dev` starts, and does not wait. */
function start(port: number, ...args: string[]) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, VITEST: '' };
  const child = spawn(process.execPath, [vite, '--port', `${port}`, ...args], { cwd: site, env });
  servers.push(child);
  const exited: Promise<number> = once(child, 'exit').then(([code]) => code);
  const server = { output: '', exited, kill: () => child.kill('SIGKILL') && exited };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (server.output += text));
  return server;
}

/** What a person at a terminal sees. */
const sql = (...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['supabase/local/sql.mjs', ...args]).catch((error) => error);

test('no sign-up is lost when a server is killed, and no two servers share a folder', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  /** As the page does, again and again while the server starts. */
  const signUp = (n: number) =>
    vi.waitFor(async () => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person(n)) };
      expect((await fetch(`${origin}/rest/v1/waitlist`, sent)).status).toBe(201);
    }, patient);

  const first = start(port);
  const files = () => readdir(join(site, `.local/${port}.new`), { recursive: true });
  await vi.waitFor(async () => expect((await files()).length).toBeGreaterThan(9), patient);
  await first.kill();

  const second = start(port);
  await signUp(1);
  await writeFile(join(site, 'vite.config.mts'), '// changed', { flag: 'a' });
  await vi.waitFor(() => expect(second.output).toContain('server restarted'), patient);
  await signUp(2);
  await second.kill();

  start(port);
  await signUp(3);
  const other = start(port, '--host');
  await vi.waitFor(
    () => expect(other.output).toMatch(/Database: \.local\/\d+-network; .+ npm run sql -- \d+/),
    patient,
  );
  expect(other.output).not.toContain(`Database: .local/${port};`);
  const { stdout } = await sql(`${port}`, 'people');
  for (const n of [1, 2, 3]) expect(stdout).toContain(`'${person(n).name}'`);
  expect((await sql(`${port}`, String.raw`select e'\u009b31m'`)).stdout).toContain(String.raw`'\x9B31m'`);
  const failure = { code: 1, stderr: 'relation "nowhere" does not exist\n' };
  expect(await sql(`${port}`, 'select', '1 from nowhere')).toMatchObject(failure);

  // The dev server serves the files of the project, also to the network with --host.
  for (const suffix of ['', '?raw', '?url']) {
    expect((await fetch(`${origin}/.local/${port}/PG_VERSION${suffix}`)).status).toBe(403);
  }
}, 300_000);

test('a query that is not there is an error with the list, and so is a page', async () => {
  const { stdout } = await sql();
  expect(stdout).toMatch(/^by-day\n +-- How many.*^people\n +-- Who/ms);
  const misspelled = `There is no query peopel. The saved queries:\n${stdout}`;
  expect(await sql('peopel')).toMatchObject({ code: 1, stderr: misspelled });
  const message = 'No page with a local database runs at http://localhost:1. Run: npm start\n';
  expect(await sql('1', 'people')).toMatchObject({ code: 1, stderr: message });
});

test('a migration that fails stops the server with the file and the error, and no stack', async () => {
  const path = join(site, 'supabase/migrations/20991231000000_add_city.sql');
  await writeFile(path, 'create table city (); alter table waitlst add column c text;');
  const port = await freePort();
  const server = start(port);
  expect(await server.exited).toBe(1);
  expect(server.output).toContain(`.local/${port}: 20991231000000_add_city: relation "waitlst" does not exist\n`);
  expect(server.output).not.toMatch(/wasm|^\s+at /m);
});

test('a migration that changed after it was applied is an error, and so is a folder that does not open', async () => {
  const db = await openPglite();
  await db.exec(`update supabase_migrations.files set sql = '' where name like '%_limits'`);
  await expect(applyMigrations(db)).rejects.toThrow('_limits changed after it was applied.');
  await db.close();
  await expect(openPglite(join(site, 'index.html'))).rejects.toThrow('The database cannot be read or written. Delete');
});
