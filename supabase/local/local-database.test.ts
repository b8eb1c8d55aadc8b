import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { person, toRequest } from '../tests/visitor.ts';
import { startEmbeddedBackend } from './embedded-backend.ts';
import { freePort } from './listen.ts';
import { dataDirectory, openLocalDatabase, queryLocally } from './local-database.ts';
import { MIGRATIONS } from './migrations.ts';

const root = resolve(import.meta.dirname, '../..');
const patient = { timeout: 60_000, interval: 100 };
const DATA_DIR = dataDirectory('test');

let template: string;
let site: string;
let servers: ChildProcess[];

// Creating a database takes far longer than copying one.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'template-'));
  await (await startEmbeddedBackend(template)).close();
});
afterAll(() => rm(template, { recursive: true, force: true }));

/** A page of one word, with the project's migrations and an empty database beside it. */
beforeEach(async () => {
  servers = [];
  site = await mkdtemp(join(tmpdir(), 'a päge '));
  const migrations = 'supabase/migrations';
  await cp(join(root, migrations), join(site, migrations), { recursive: true });
  await cp(template, join(site, DATA_DIR), { recursive: true });
  await writeFile(join(site, 'index.html'), 'gel');
  await cp(join(site, 'index.html'), join(site, 'dist/index.html'));
  const plugin = JSON.stringify(join(import.meta.dirname, 'vite-plugin.ts'));
  await writeFile(
    join(site, 'vite.config.mts'),
    `import { localBackend } from ${plugin};
     export default { plugins: [localBackend(process.env.VITE_SUPABASE_URL)] };`,
  );
});
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await rm(site, { recursive: true, force: true });
});

/** Starts what `npm run dev` or `npm start` starts, and does not wait. */
async function start(command: 'dev' | 'preview', env: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), command, '--port', `${port}`, '--strictPort'],
    { cwd: site, env: { ...process.env, VITEST: '', ...env } },
  );
  servers.push(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text));
  const exited: Promise<number> = once(child, 'exit').then(([code]) => code);
  return {
    url: `http://localhost:${port}`,
    output: () => output.join(''),
    exited,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
type Server = Awaited<ReturnType<typeof start>>;

const expectOutput = (server: Server, text: string) =>
  vi.waitFor(() => expect(server.output()).toContain(text), patient);

/** Signs up as the page does, and tries again while the server starts. */
async function signUp({ url, output }: Server, n: number): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await fetch(toRequest({ body: person(n) }, url));
    expect(status, output()).toBe(201);
  }, patient);
}

/** The data folder as this process reaches it: an absolute path may be too long for a socket. */
const dataDir = () => relative(process.cwd(), join(site, DATA_DIR));
const query = (sql: string) => queryLocally(dataDir(), sql);

/** Whose sign-ups are stored, as `npm run sql` reads them. */
async function expectStored(...numbers: number[]) {
  const rows = [numbers.map((n) => ({ name: person(n).name }))];
  expect(await query('select name from waitlist order by id')).toEqual(rows);
}

test('one server uses the folder: a second one stops with a line, and a killed one loses nothing', async () => {
  const first = await start('dev');
  await signUp(first, 1);
  const second = await start('preview');
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    /^supabase\/\.temp\/pgdata is in use by process \d+\. Open that page, or stop it and try again\.$/m,
  );
  await signUp(first, 2);

  await first.kill();
  await expect(query('select 1')).rejects.toThrow('No page runs on the local database.');
  await signUp(await start('preview'), 3);
  await expectStored(1, 2, 3);
});

test('of servers that start at the same instant one gets the folder', async () => {
  // It leaves a socket that no process listens on.
  const killed = await start('dev');
  await signUp(killed, 1);
  await killed.kill();
  const starting = await Promise.all([start('dev'), start('preview'), start('preview')]);
  const stopped = new Set<Server>();
  for (const server of starting) server.exited.then(() => stopped.add(server));
  await vi.waitFor(() => expect(stopped.size).toBe(2), patient);
  const winner = starting.find((server) => !stopped.has(server));
  if (winner) await signUp(winner, 2);
  await expectStored(1, 2);
});

test('Vite restarts within one process and keeps the database', async () => {
  const server = await start('dev');
  await signUp(server, 1);
  await appendFile(join(site, 'vite.config.mts'), '// changed');
  await expectOutput(server, 'server restarted');
  await signUp(server, 2);
  await vi.waitFor(() => expectStored(1, 2), patient);
});

test.runIf(process.platform !== 'win32')('lets no other user reach the database', async () => {
  const backend = await openLocalDatabase(`memory://${dataDir()}`);
  expect((await stat(`${dataDir()}.sockets`)).mode & 0o077).toBe(0);
  await backend.close();
});

test('stops with the file and the error of a migration that fails, and no stack', async () => {
  const path = 'supabase/migrations/20991231000000_add_city.sql';
  await writeFile(join(site, path), 'create table city (); alter table waitlst add column c text;');
  const server = await start('dev');
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(`${path}: relation "waitlst" does not exist\n`);
  expect(server.output()).not.toMatch(/wasm|^\s+at /m);

  await writeFile(join(site, path), 'create table city ();');
  await signUp(await start('dev'), 1);
});

test('prints that a migration changed after being applied, and how to reset', async () => {
  const [first = ''] = MIGRATIONS.keys();
  await appendFile(join(site, first), 'select 1;');
  const line = `${first} changed or was deleted after it was applied: stop and delete ${DATA_DIR}.`;
  await expectOutput(await start('dev'), line);
});

test('prints which hosted project stores the sign-ups, and opens no database', async () => {
  const server = await start('dev', { VITE_SUPABASE_URL: 'https://gel.supabase.co' });
  await expectOutput(server, 'Sign-ups go to https://gel.supabase.co');
  await expect(query('select 1')).rejects.toThrow('No page runs');
});

test('sends no telemetry', async () => {
  const connections = vi.spyOn(Socket.prototype, 'connect');
  const backend = await startEmbeddedBackend('memory://');
  expect((await backend.fetch(toRequest({ body: person(1) }))).status).toBe(201);
  expect(connections).not.toHaveBeenCalled();
  await backend.close();
});

test('a query gets what Postgres writes, and leaves nothing to the page or the next query', async () => {
  const backend = await openLocalDatabase(`memory://${dataDir()}`);
  await query('begin; set role anon; create temporary table t ()');
  expect(
    await query(`select current_user as a, null as b, true as c; select array[2] as d`),
  ).toEqual([[{ a: 'postgres', b: null, c: 't' }], [{ d: '{2}' }]]);
  await expect(query('select 1 from nowhere')).rejects.toThrow('"nowhere" does not exist');

  // Each request is a transaction: none meets another's role.
  const post = () => backend.fetch(toRequest({ body: person(1) }));
  const whoami = () => query('select current_user from pg_sleep(0.01)');
  const stored = { status: 201 };
  const owner = [[{ current_user: 'postgres' }]];
  const outcomes = await Promise.all([post(), whoami(), post(), whoami()]);
  expect(outcomes).toMatchObject([stored, owner, stored, owner]);
  await backend.close();
});
