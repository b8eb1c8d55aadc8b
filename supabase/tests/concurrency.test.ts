import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealPostgres, startRealPostgres } from '../local/real-postgres.ts';
import { onRealPostgres } from './on-real.ts';
import { ANOTHER_HOUR, ada, INSERT, type Row } from './visitor.ts';

onRealPostgres('on many connections', () => {
  let postgres: RealPostgres;
  /** As PostgREST connects. */
  let api: pg.Pool;
  let team: pg.Pool;

  beforeAll(async () => {
    postgres = await startRealPostgres();
    api = new pg.Pool({ connectionString: postgres.urlOf('authenticator'), max: 16 });
    team = new pg.Pool({ connectionString: postgres.urlOf('postgres') });
    // Connections that still close when the server stops.
    for (const pool of [api, team]) pool.on('error', () => {});
  });
  afterAll(async () => {
    await Promise.all([api?.end(), team?.end()]);
    await postgres?.stop();
  });

  /** One request, as PostgREST runs it. */
  async function signUp(
    row: Row,
    address: string,
    beforeCommit?: () => Promise<unknown>,
    length: Record<string, string> = { 'content-length': '1' },
  ) {
    const client = await api.connect();
    try {
      await client.query('begin');
      await client.query(
        `select set_config('role', 'anon', true), set_config('request.headers', $1, true),
           -- PostgREST applies the settings of the role, too.
           set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
         from pg_roles, unnest(rolconfig) as setting where rolname = 'anon'`,
        [JSON.stringify({ 'cf-connecting-ip': address, ...length })],
      );
      await client.query(INSERT, [JSON.stringify([row])]);
      await beforeCommit?.();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  async function countOf(name: string): Promise<number | null> {
    return (await team.query('select from public.waitlist where name = $1', [name])).rowCount;
  }

  const BUSY = { code: 'PT503' };

  test('keeps one row of identical submissions that arrive at the same instant', async () => {
    for (let round = 0; round < 20; round++) {
      const same = { ...ada, name: `Same ${round}` };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 16 }, (_, i) => signUp(same, `192.0.2.${i}`)),
      );
      expect(await countOf(same.name)).toBe(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(BUSY);
      }
    }
  });

  test('keeps the second of two, tried again, when the first one is taken back', async () => {
    const same = { ...ada, name: 'Taken back' };
    const first = signUp(same, '192.0.2.1', async () => {
      await expect(signUp(same, '192.0.2.2')).rejects.toMatchObject(BUSY);
      throw new Error('taken back');
    });
    await expect(first).rejects.toThrow('taken back');
    await signUp(same, '192.0.2.2');
    expect(await countOf(same.name)).toBe(1);
  });

  test('lets everybody of a full room in at once', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        signUp({ ...ada, name: 'Room', email: `${i}@example.com` }, '198.51.100.1'),
      ),
    );
    expect(await countOf('Room')).toBe(300);
  });

  test('lets in no more than the limit, the quarter above it and one per connection', async () => {
    await team.query('update private.sign_up_limits set per_sender = 48');
    const fromOneSender = (email: string) =>
      signUp({ ...ada, name: 'Edge', email }, '198.51.100.2');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, i) => fromOneSender(`${i}@example.com`)),
    );
    const stored = await countOf('Edge');
    expect(stored).toBeGreaterThanOrEqual(48);
    expect(stored).toBeLessThanOrEqual(60 + 16);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(stored ?? 0);
    await expect(fromOneSender('late@example.com')).rejects.toMatchObject({ code: 'PGRST' });
    await team.query('update private.sign_up_limits set per_sender = default');
  });

  test.each([1500, 1999])(
    'keeps the ceiling for everyone at %d, at most one more for each connection',
    async (everyone) => {
      await team.query('alter sequence private.sign_ups_of_all restart');
      await team.query('update private.sign_up_limits set per_newcomer = 1, everyone = $1', [
        everyone,
      ]);
      // One sender each, and one that is past a newcomer's share and so the first to be rejected.
      const name = `Ceiling ${everyone}`;
      const send = (i: number, address: string) =>
        signUp({ ...ada, name, email: `${i}@example.com` }, address);
      await Promise.all(
        Array.from({ length: everyone - 20 }, (_, i) => send(i, `10.0.${i >> 8}.${i & 255}`)),
      );
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, i) => send(everyone + i, '192.0.2.7')),
      );
      const stored = (await countOf(name)) ?? 0;
      await team.query(
        'update private.sign_up_limits set per_newcomer = default, everyone = default',
      );
      expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
      expect(stored).toBeGreaterThanOrEqual(everyone);
      expect(stored).toBeLessThanOrEqual(everyone + 16);
    },
  );

  test('lets no sign-up of a venue wait for the commit of another', async () => {
    const venue = (name: string, email: string, beforeCommit?: () => Promise<unknown>) =>
      signUp({ ...ada, name, email }, '198.51.100.3', beforeCommit);
    await venue('Venue', 'slow@example.com', () => venue('Venue', 'quick@example.com'));
    expect(await countOf('Venue')).toBe(2);
  });

  test.each<[string, Record<string, string>]>([
    ['on the list', { 'content-length': '1' }],
    ['on the list', {}],
    ['not on it', { 'content-length': '1' }],
    ['not on it', {}],
  ])(
    'reveals by no second request that an identical one is %s, with the headers %j',
    async (where, length) => {
      const same = { ...ada, name: `Person ${where} ${JSON.stringify(length)}` };
      if (where === 'on the list') await signUp(same, '198.51.100.4');
      const second = () => expect(signUp(same, '198.51.100.5')).rejects.toMatchObject(BUSY);
      await signUp(same, '198.51.100.4', second, length);
      expect(await countOf(same.name)).toBe(1);
    },
  );

  test('accepts sign-ups while a backup runs, and across the hour', async () => {
    const backup = await team.connect();
    await backup.query('begin');
    const { rows } = await backup.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private')`);
    await backup.query(
      `lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`,
    );
    await signUp({ ...ada, name: 'Backup' }, '198.51.100.6');
    await team.query(ANOTHER_HOUR);
    await signUp({ ...ada, name: 'Backup', email: null }, '198.51.100.6');
    await backup.query('rollback');
    backup.release();
    expect(await countOf('Backup')).toBe(2);
  });

  test.each(['lock table public.waitlist', `lock table private.sign_up_limits`])(
    'fails within a second, to be tried again, while the team holds: %s',
    async (lock) => {
      const editor = await team.connect();
      await editor.query('begin');
      await editor.query(lock);
      await expect(signUp({ ...ada, name: lock }, '198.51.100.8')).rejects.toMatchObject({
        code: '55P03',
      });
      await editor.query('rollback');
      editor.release();
    },
  );
});
