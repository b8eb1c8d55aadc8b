import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ada, postSignUp, storedRows } from '../tests/visitor.ts';
import { serveDatabase } from './database-socket.ts';
import { type EmbeddedBackend, startEmbeddedBackend } from './embedded-backend.ts';

let backend: EmbeddedBackend;
let socket: Awaited<ReturnType<typeof serveDatabase>>;

const reached = vi.spyOn(Socket.prototype, 'connect');

beforeAll(async () => {
  backend = await startEmbeddedBackend('memory://');
  socket = await serveDatabase(backend, 0);
});
afterAll(async () => {
  await socket.close();
  await backend.close();
});
beforeEach(() => backend.db.exec('truncate public.waitlist'));

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${socket.port}/postgres`);
  await client.connect();
  return client;
}

test('tells nobody that it runs', async () => {
  expect((await postSignUp(backend.fetch, ada)).status).toBe(201);
  expect(reached).not.toHaveBeenCalled();
});

test('keeps the page’s requests and other clients out of an open transaction', async () => {
  const [one, two] = [await connect(), await connect()];
  await one.query('begin');
  await one.query(
    `insert into public.waitlist (name, phone_number, "timestamp") values ('x', '1', now())`,
  );
  await one.query('set local role anon');

  const saved = postSignUp(backend.fetch, ada);
  const counted = two.query('select count(*)::int, current_user from public.waitlist');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await one.query('select current_user')).rows).toEqual([{ current_user: 'anon' }]);
  await one.query('rollback');

  expect((await saved).status).toBe(201);
  expect((await counted).rows[0]).toMatchObject({ current_user: 'postgres' });
  expect(await storedRows(backend.db)).toMatchObject([{ name: 'Ada' }]);
  await Promise.all([one.end(), two.end()]);
});

test('takes back what a client leaves open, and lets the next one start clean', async () => {
  const one = await connect();
  await one.query('set role anon');
  await one.end();
  const two = await connect();
  two.on('error', () => {});
  await two.query('begin');
  await two.query(
    `insert into public.waitlist (name, phone_number, "timestamp") values ('x', '1', now())`,
  );
  await two.end();
  const three = await connect();
  expect((await three.query('select current_user')).rows).toEqual([{ current_user: 'postgres' }]);
  await three.end();
  expect(await storedRows(backend.db)).toEqual([]);
});

test('takes a free port when the usual one is taken, and keeps to one that it was given', async () => {
  const [usual, other] = [await serveDatabase(backend), await serveDatabase(backend)];
  expect(other.port).not.toBe(usual.port);
  await expect(serveDatabase(backend, other.port)).rejects.toThrow(
    `Port ${other.port} is not free. Set EMBEDDED_DB_PORT to another one, or not at all and a free one is found.`,
  );
  await Promise.all([usual.close(), other.close()]);
});

test('lets clients wait for a database that is about to open', async () => {
  let open = (_: EmbeddedBackend) => {};
  const opening = await serveDatabase(
    new Promise<EmbeddedBackend>((resolve) => {
      open = resolve;
    }),
    0,
  );
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${opening.port}/postgres`);
  const connected = client.connect();
  open(backend);
  await connected;
  await client.end();
  await opening.close();
});

test('takes back what a client leaves that is cut off, before the database closes', async () => {
  const cut = await serveDatabase(backend, 0);
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${cut.port}/postgres`);
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; set role anon');
  await cut.close();
  const { rows } = await backend.db.query('select current_user');
  expect(rows).toEqual([{ current_user: 'postgres' }]);
});

test('goes on after an error', async () => {
  const client = await connect();
  await expect(client.query('select nonsense')).rejects.toThrow(/nonsense/);
  expect((await client.query('select $1::int as n', [1])).rows).toEqual([{ n: 1 }]);
  await client.end();
});

test('refuses a client that gives no user, and goes on for everybody', async () => {
  const nameless = new pg.Client(`postgresql://127.0.0.1:${socket.port}/postgres`);
  Object.assign(nameless, { user: undefined });
  await expect(nameless.connect()).rejects.toMatchObject({ code: '28000' });

  const client = await connect();
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await client.end();
});

test('serves clients that ask for encryption first, without it', async () => {
  const client = new pg.Client({
    connectionString: `postgresql://postgres@127.0.0.1:${socket.port}/postgres`,
    ssl: true,
  });
  await expect(client.connect()).rejects.toThrow('does not support SSL');
});
