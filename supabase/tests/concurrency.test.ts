import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startTemporaryPostgres } from '../../tools/database/temporary-postgres.ts';
import { ROLES } from '../local/embedded-backend.ts';
import { MIGRATIONS, OLD_DEFAULT_PRIVILEGES } from '../local/migrations.ts';
import { ada, type Row } from './visitor.ts';

// Two things at one instant need a server: the embedded Postgres has a single session.
const binaries = findPostgres();

describe.skipIf(binaries === undefined)(
  binaries === undefined
    ? 'on a real server (skipped: no PostgreSQL server is installed here)'
    : 'on a real server',
  () => {
    let server: Awaited<ReturnType<typeof startTemporaryPostgres>>;
    let pool: pg.Pool;

    beforeAll(async () => {
      server = await startTemporaryPostgres(binaries ?? '');
      pool = new pg.Pool({ connectionString: server.url, max: 12 });
      pool.on('error', () => {}); // idle connections end with the server
      await pool.query(ROLES + OLD_DEFAULT_PRIVILEGES);
      for (const migration of MIGRATIONS) await pool.query(migration);
    });
    afterAll(async () => {
      await pool.end();
      await server.stop();
    });

    async function signUp(rows: Row[], address: string, beforeCommit?: () => Promise<unknown>) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'cf-connecting-ip': address }),
        ]);
        await client.query('set local role anon');
        for (const row of rows) {
          await client.query(
            `insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
             values ($1, $2, $3, $4, $5)`,
            [row.name, row.phone_number, row.instagram, row.email, row.timestamp],
          );
        }
        await beforeCommit?.();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    }

    async function count(name: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int from public.waitlist where name = $1',
        [name],
      );
      return rows[0]?.count ?? 0;
    }

    it('keeps one row of identical submissions that arrive at the same instant', async () => {
      for (let round = 0; round < 20; round++) {
        const same = { ...ada, name: `Same ${round}` };
        await Promise.all(Array.from({ length: 10 }, (_, i) => signUp([same], `192.0.2.${i}`)));
        expect(await count(same.name)).toBe(1);
      }
    });

    it('keeps the second of two when the first one is taken back', async () => {
      const same = { ...ada, name: 'Taken back' };
      let second: Promise<void> | undefined;
      const first = signUp([same], '192.0.2.1', async () => {
        second = signUp([same], '192.0.2.2');
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw new Error('taken back');
      });
      await expect(first).rejects.toThrow('taken back');
      await second;
      expect(await count(same.name)).toBe(1);
    });

    it('refuses one of two requests that carry the same rows in opposite order', async () => {
      const [one, other] = [
        { ...ada, name: 'One' },
        { ...ada, name: 'Other' },
      ];
      await signUp([one], '192.0.2.1', async () => {
        await expect(signUp([other, one], '192.0.2.2')).rejects.toMatchObject({ code: 'PGRST' });
      });
      await signUp([other, one], '192.0.2.2');
      expect(await count('One')).toBe(1);
      expect(await count('Other')).toBe(1);
    });

    it('lets no sender wait for another one', async () => {
      let other: Promise<void> | undefined;
      await signUp([{ ...ada, name: 'Slow' }], '192.0.2.1', async () => {
        other = signUp([{ ...ada, name: 'Quick' }], '192.0.2.2');
        await other;
      });
      expect(await count('Quick')).toBe(1);
    });

    it('counts exactly under pressure', async () => {
      await pool.query(
        'update private.sign_up_limits set per_sender = 50; truncate private.sender_counts',
      );
      const outcomes = await Promise.allSettled(
        Array.from({ length: 80 }, (_, i) =>
          signUp([{ ...ada, name: 'Pressure', email: `${i}@example.com` }], '198.51.100.1'),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
      expect(await count('Pressure')).toBe(50);
    });
  },
);
