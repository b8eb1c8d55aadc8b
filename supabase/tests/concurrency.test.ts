import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RealPostgres, startRealPostgres } from '../local/real-postgres.ts';
import { onRealPostgres } from './on-real.ts';
import { ada, type Row } from './visitor.ts';

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
    await postgres?.supervisor.stop();
  });

  /** One request, as PostgREST runs it. */
  async function signUp(row: Row, address: string, beforeCommit?: () => Promise<unknown>) {
    const client = await api.connect();
    try {
      await client.query('begin');
      await client.query(
        `select set_config('role', 'anon', true), set_config('request.headers', $1, true)`,
        [JSON.stringify({ 'cf-connecting-ip': address })],
      );
      await client.query(
        `insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
         values ($1, $2, $3, $4, $5)`,
        [row.name, row.phone_number, row.instagram, row.email, row.timestamp],
      );
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

  async function somebodyWaits(): Promise<void> {
    await vi.waitFor(async () => {
      const waiting = 'select from pg_locks where not granted';
      expect((await team.query(waiting)).rowCount).toBe(1);
    });
  }

  test('keeps one row of identical submissions that arrive at the same instant', async () => {
    for (let round = 0; round < 20; round++) {
      const same = { ...ada, name: `Same ${round}` };
      await Promise.all(Array.from({ length: 16 }, (_, i) => signUp(same, `192.0.2.${i}`)));
      expect(await countOf(same.name)).toBe(1);
    }
  });

  test('keeps the second of two when the first one is taken back', async () => {
    const same = { ...ada, name: 'Taken back' };
    let second: Promise<void> | undefined;
    const first = signUp(same, '192.0.2.1', async () => {
      second = signUp(same, '192.0.2.2');
      await somebodyWaits();
      throw new Error('taken back');
    });
    await expect(first).rejects.toThrow('taken back');
    await second;
    expect(await countOf(same.name)).toBe(1);
  });

  test('lets no sender wait for another one', async () => {
    await signUp({ ...ada, name: 'Slow' }, '192.0.2.1', () =>
      signUp({ ...ada, name: 'Quick' }, '192.0.2.2'),
    );
    expect(await countOf('Quick')).toBe(1);
  });

  test('lets everybody of a full room in at once', async () => {
    await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        signUp({ ...ada, name: 'Room', email: `${i}@example.com` }, '198.51.100.1'),
      ),
    );
    expect(await countOf('Room')).toBe(300);
  });

  test('lets no more in than the limit and the quarter above it that nobody can know', async () => {
    await team.query('update private.sign_up_limits set per_sender = 48');
    const fromOneSender = (email: string) =>
      signUp({ ...ada, name: 'Edge', email }, '198.51.100.2');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, (_, i) => fromOneSender(`${i}@example.com`)),
    );
    const stored = await countOf('Edge');
    expect(stored).toBeGreaterThanOrEqual(48);
    expect(stored).toBeLessThanOrEqual(60);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(stored ?? 0);
    await expect(fromOneSender('late@example.com')).rejects.toMatchObject({ code: 'PGRST' });
    await team.query('update private.sign_up_limits set per_sender = default');
  });

  test('refuses nobody while the salt is renewed', async () => {
    let renewals = 0;
    let done = false;
    const load = Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        signUp({ ...ada, name: 'Salt', email: `${i}@example.com` }, `203.0.113.${i % 8}`),
      ),
    ).finally(() => {
      done = true;
    });
    const ageing = (async () => {
      while (!done) {
        const { rowCount } = await team.query(
          `update private.sender_salt set created_at = now() - interval '13 hours'
           where created_at > now() - interval '12 hours'`,
        );
        renewals += rowCount ?? 0;
      }
    })();
    await load;
    await ageing;
    expect(await countOf('Salt')).toBe(600);
    expect(renewals).toBeGreaterThan(1);
    expect((await team.query('select from private.sender_salt')).rowCount).toBe(1);
  });
});
