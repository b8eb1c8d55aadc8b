import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ada } from '../tests/visitor.ts';
import { startEmbeddedBackend } from './embedded-backend.ts';
import { ownerOf } from './folder-owner.ts';
import { freePort } from './listen.ts';
import { shareBackend } from './shared-backend.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const root = resolve(import.meta.dirname, '../..');
const patient = { timeout: 60_000, interval: 100 };

let template: string;
let site: string;
let pages: ChildProcess[];

const dataDir = () => join(site, 'supabase/.temp/pgdata');

// To make a database takes far longer than to copy one.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'template-'));
  await (await startEmbeddedBackend(template)).close();
});
afterAll(() => rm(template, { recursive: true, force: true }));

/** A page of one word, with the project's migrations and an empty database beside it. */
beforeEach(async () => {
  pages = [];
  site = await mkdtemp(join(tmpdir(), 'a päge '));
  await cp(resolve(root, 'supabase/migrations'), join(site, 'supabase/migrations'), {
    recursive: true,
  });
  await cp(template, dataDir(), { recursive: true });
  await writeFile(join(site, 'index.html'), 'gel');
  await cp(join(site, 'index.html'), join(site, 'dist/index.html'));
  const plugin = JSON.stringify(resolve(import.meta.dirname, 'vite-plugin.ts'));
  await writeFile(
    join(site, 'vite.config.mts'),
    `import { localBackend } from ${plugin};
     export default { plugins: [localBackend(process.env.VITE_SUPABASE_URL)] };`,
  );
});
afterEach(async () => {
  for (const page of pages) page.kill('SIGKILL');
  await rm(site, { recursive: true, force: true });
});

type Page = { url: string; output: () => string; process: ChildProcess; ended: Promise<number> };

/** Starts what `npm run dev` or `npm start` would, and does not wait. */
async function start(command: 'dev' | 'preview', env: Record<string, string> = {}): Promise<Page> {
  const port = await freePort();
  const { EMBEDDED_DB_PORT: _, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [resolve(root, 'node_modules/vite/bin/vite.js'), command, '--port', `${port}`, '--strictPort'],
    { cwd: site, env: { ...inherited, EMBEDDED_DATA_DIR: dataDir(), VITEST: '', ...env } },
  );
  pages.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  return {
    url: `http://localhost:${port}`,
    output: () => output,
    process: child,
    ended: once(child, 'exit').then(([code]) => code),
  };
}

/** Signs up as the page does: again after a failure that may pass. */
async function signUp({ url, output }: Page, name: string): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await fetch(`${url}/rest/v1/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ada, name, phone_number: name.replace(/\D/g, '') || '1' }),
    });
    expect(status, output()).toBe(201);
  }, patient);
}

/** Who is stored, as `npm run sql` finds it. */
async function names(): Promise<string[]> {
  const owner = await ownerOf(dataDir());
  if (owner === undefined) throw new Error('Nobody has the folder.');
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${owner.port}/postgres`);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from waitlist order by id');
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

test('two servers write to one database, and say so', async () => {
  const dev = await start('dev');
  await signUp(dev, 'Ada 1');
  const preview = await start('preview');
  await signUp(preview, 'Bo 2');
  await signUp(dev, 'Cy 3');

  expect(await names()).toEqual(['Ada 1', 'Bo 2', 'Cy 3']);
  expect(dev.output()).toContain('read it with npm run sql');
  await vi.waitFor(() => {
    expect(preview.output()).toMatch(/shared with npm run dev \(process \d+, since /);
  }, patient);
  expect(preview.output()).toContain(String(dev.process.pid));
});

test('servers that start at the same instant agree on one owner', async () => {
  const servers = await Promise.all([start('dev'), start('preview'), start('preview')]);
  await Promise.all(servers.map((server, i) => signUp(server, `Ada ${i}`)));
  expect((await names()).sort()).toEqual(['Ada 0', 'Ada 1', 'Ada 2']);
  const owners = servers.filter((server) => server.output().includes('read it with'));
  expect(owners).toHaveLength(1);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'the others take over from an owner that ends by %s, and nothing told is lost',
  async (signal) => {
    const first = await start('dev');
    await signUp(first, 'Ada 0');
    const others = [await start('preview'), await start('preview')];
    await Promise.all(others.map((other, i) => signUp(other, `Bo ${i + 1}`)));

    const told = Array.from({ length: 40 }, (_, i) => `Cy ${i + 10}`);
    const telling = Promise.all(told.map((name, i) => signUp(others[i % 2] ?? first, name)));
    first.process.kill(signal);
    await first.ended;
    await telling;

    expect((await names()).sort()).toEqual(['Ada 0', 'Bo 1', 'Bo 2', ...told]);
  },
);

test('keeps one database when Vite starts its server anew', async () => {
  const page = await start('dev');
  await signUp(page, 'Ada 1');
  await appendFile(join(site, 'vite.config.mts'), '// changed');
  await vi.waitFor(() => expect(page.output()).toContain('server restarted'), patient);
  await signUp(page, 'Bo 2');
  await vi.waitFor(async () => expect(await names()).toEqual(['Ada 1', 'Bo 2']), patient);
});

test('ends with a line when it is given a port that is none', async () => {
  const page = await start('dev', { EMBEDDED_DB_PORT: 'ten' });
  expect(await page.ended).toBe(1);
  expect(page.output()).toContain('EMBEDDED_DB_PORT must be a port, 1 to 65535: ten\n');
});

test('watches its folder no longer when it was closed while it opened', async () => {
  const fail = vi.fn();
  const quiet = { port: 0, command: 'npm run dev', say: () => {}, fail };
  await shareBackend({ dataDir: dataDir(), ...quiet }).close();

  const watcher = watch(join(site, 'supabase/.temp'));
  const deletion = once(watcher, 'change');
  await rm(dataDir(), { recursive: true });
  await deletion;
  watcher.close();
  expect(fail).not.toHaveBeenCalled();
});

test('ends with a line when its folder is deleted', async () => {
  const page = await start('dev');
  await signUp(page, 'Ada 1');
  await rm(dataDir(), { recursive: true });
  expect(await page.ended).toBe(1);
  expect(page.output()).toContain('was deleted while the page used it. Start the page again.\n');
});

test('ends with what is wrong with a migration, and no stack', async () => {
  await writeFile(
    join(site, 'supabase/migrations/20991231000000_add_city.sql'),
    'alter table waitlst add column city text;',
  );
  const page = await start('dev');
  expect(await page.ended).toBe(1);
  expect(page.output()).toContain(
    'supabase/migrations/20991231000000_add_city.sql, line 1: relation "waitlst" does not exist\n' +
      '    alter table waitlst add column city text\n',
  );
  expect(page.output()).not.toMatch(/wasm|^\s+at /m);
});

test('says that an applied migration has changed, and how to begin anew', async () => {
  const migrations = join(site, 'supabase/migrations');
  const [first = ''] = (await readdir(migrations)).sort();
  await appendFile(join(migrations, first), 'select 1;');
  const page = await start('dev');
  await signUp(page, 'Ada 1');
  await vi.waitFor(() => {
    expect(page.output()).toContain(`changed or are gone: supabase/migrations/${first}\n`);
    expect(page.output()).toContain('end the page and delete supabase/.temp/pgdata\n');
  }, patient);
});

test('says when a hosted project takes the sign-ups', async () => {
  const page = await start('dev', { VITE_SUPABASE_URL: 'https://gel.supabase.co' });
  await vi.waitFor(() => {
    expect(page.output()).toContain(
      'Sign-ups go to https://gel.supabase.co, as VITE_SUPABASE_URL says.',
    );
  }, patient);
  expect(await ownerOf(dataDir())).toBeUndefined();
});
