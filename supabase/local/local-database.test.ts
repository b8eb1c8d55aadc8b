import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MIGRATIONS } from '../sql-files.ts';
import { freePort } from '../tests/listen.ts';
import { person, signUp, toRequest } from '../tests/visitor.ts';
import { dataDirectory, openLocalDatabase, queryLocally } from './local-database.ts';
import { applyMigrations, openPglite } from './pglite.ts';

const root = resolve(import.meta.dirname, '../..');
/** Shorter than a test's limit, so that a failure has the server's output. */
const patient = { timeout: 50_000, interval: 100 };
const servers: ChildProcess[] = [];
/** Has a folder for each test. */
let temporary: string;
let site: string;

/** A page of one word, with the project's migrations. */
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'gel-'));
  site = join(temporary, 'a päge');
  const migrations = 'supabase/migrations';
  await cp(join(root, migrations), join(site, migrations), { recursive: true });
  await writeFile(join(site, 'index.html'), 'gel');
  const plugin = JSON.stringify(join(import.meta.dirname, 'vite-plugin.ts'));
  await writeFile(
    join(site, 'vite.config.mts'),
    `import { localDatabase } from ${plugin}; export default { plugins: [localDatabase()] };`,
  );
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await rm(temporary, { recursive: true, force: true });
});

/** Starts what `npm run dev` starts, and does not wait. */
async function start() {
  const port = await freePort();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, '--port', `${port}`, '--strictPort'], {
    cwd: site,
    env: { ...process.env, VITEST: '' },
  });
  servers.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exited: Promise<number> = once(child, 'exit').then(([code]) => code);
  /** Signs up as the page does, and tries again while the server starts. */
  const signUp = (n: number) =>
    vi.waitFor(async () => {
      const request = toRequest({ body: person(n) }, `http://localhost:${port}`);
      expect((await fetch(request)).status, output).toBe(201);
    }, patient);
  return {
    url: `http://localhost:${port}`,
    signUp,
    exited,
    output: () => output,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

/** As this process reaches the folder: an absolute path may be too long for a socket. */
const query = (sql: string) => queryLocally(relative(process.cwd(), join(site, dataDirectory())), sql);

test('stops with the file and the error of a migration that fails, and no stack', async () => {
  const path = 'supabase/migrations/20991231000000_add_city.sql';
  await writeFile(join(site, path), 'create table city (); alter table waitlst add column c text;');
  const server = await start();
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(`20991231000000_add_city: relation "waitlst" does not exist\n`);
  expect(server.output()).not.toMatch(/wasm|^\s+at /m);
  await writeFile(join(site, path), 'create table city ();');
});

test('one server uses the folder, until it is killed, and no sign-up is lost', async () => {
  const first = await start();
  await first.signUp(1);
  // The dev server serves the files of the project to every user of the machine.
  for (const suffix of ['', '?raw', '?url']) {
    const file = `/${dataDirectory()}/postgres/PG_VERSION${suffix}`;
    expect((await fetch(new URL(file, first.url))).status, file).toBe(403);
  }
  // Otherwise other sites on this machine could sign people up.
  const headers = { origin: 'http://localhost:1', 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${first.url}/rest/v1/waitlist`, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(501);
  await appendFile(join(site, 'vite.config.mts'), '// changed');
  await vi.waitFor(() => expect(first.output()).toContain('server restarted'), patient);
  await first.signUp(2);

  first.kill('SIGSTOP');
  const second = await start();
  await expect(query('select 1')).rejects.toThrow('The page does not respond');
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(/^supabase\/\.temp\/pgdata is in use\. End its server, .+$/m);
  first.kill('SIGCONT');
  await first.signUp(3);

  first.kill('SIGKILL');
  await first.exited;
  await expect(query('select 1')).rejects.toThrow('No page runs on the local database.');
  await (await start()).signUp(4);
  const names = [1, 2, 3, 4].map((n) => ({ name: person(n).name }));
  expect(await query('select name from waitlist order by id')).toEqual([names]);
});

test('a query gets what Postgres writes, and leaves nothing to the page or the next query', async () => {
  const folder = join(temporary, 'query');
  const { db, close } = await openLocalDatabase(folder);
  const run = (sql: string) => queryLocally(folder, sql);
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o077).toBe(0);

  await run('begin; set role anon; create temporary table t ()');
  expect(await run(`select current_user as a, null as b, true as c; select array[2] as d`)).toEqual([
    [{ a: 'postgres', b: null, c: 't' }],
    [{ d: '{2}' }],
  ]);
  await expect(run('select 1 from nowhere')).rejects.toThrow('"nowhere" does not exist');
  // No transaction runs with the role of another.
  const visit = () => signUp(db, person(1));
  const readRole = () => run('select current_user from pg_sleep(0.01)');
  const outcomes = await Promise.all([readRole(), visit(), readRole(), visit(), readRole()]);
  const owner = [[{ current_user: 'postgres' }]];
  expect(outcomes).toEqual([owner, undefined, owner, undefined, owner]);
  await close();
});

test('a start that is killed while it creates the database leaves a folder that opens', async () => {
  const folder = join(temporary, 'killed');
  const file = JSON.stringify(join(import.meta.dirname, 'local-database.ts'));
  const script = `import { runnerImport } from 'vite';
    const { module } = await runnerImport(${file}, { configFile: false });
    await module.openLocalDatabase(${JSON.stringify(folder)})`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  servers.push(child);
  // PGlite writes about a thousand files.
  const count = async () => expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(9);
  await vi.waitFor(count, patient);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { db, close } = await openLocalDatabase(folder);
  await signUp(db, person(1));
  await close();
});

test('a database that does not open is an error that names what to delete', async () => {
  const folder = await mkdtemp(join(temporary, 'broken-'));
  const path = join(folder, 'postgres');
  // PGlite rejects with an object that is no error.
  await writeFile(path, '');
  const message = `${path} cannot be opened as a database (no access to a file, or a full disk). Delete it`;
  await expect(openLocalDatabase(folder)).rejects.toThrow(message);
});

test('a file for a folder is an error that has the cause', async () => {
  const path = join(site, 'index.html');
  await expect(openLocalDatabase(path)).rejects.toThrow(`${path} cannot be used (E`);
  await expect(queryLocally(path, '')).rejects.toThrow(`${path} cannot be used (connect ENOTDIR`);
});

test.runIf(process.getuid?.() === 0)('a folder of another user is an error that has the cause', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'root-'));
  process.seteuid?.(65534);
  onTestFinished(() => {
    process.seteuid?.(0);
    return rm(folder, { recursive: true });
  });
  await expect(openLocalDatabase(folder)).rejects.toThrow(`${folder} cannot be used (EPERM`);
  await expect(queryLocally(folder, '')).rejects.toThrow(`${folder} cannot be used (connect EACCES`);
});

// Node.js 20 cuts such a path off, and so two folders could have the same socket.
test.skipIf(process.platform === 'win32')('a path that is too long is an error', async () => {
  const opening = openLocalDatabase(`${tmpdir()}/${'x'.repeat(100)}`);
  await expect(opening).rejects.toThrow('Set LOCAL_DATA_DIR to a shorter path.');
});

test('a migration that changed after it was applied is an error', async () => {
  const db = await openPglite();
  const [first] = MIGRATIONS.keys();
  await db.query('update supabase_migrations.files set sql = $1 where name = $2', ['', first]);
  await expect(applyMigrations(db)).rejects.toThrow(`${first} changed after it was applied.`);
  await db.close();
});
