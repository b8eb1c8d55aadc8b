import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleSignUp } from '../src/waitlist/waitlist-fields.ts';
import { toRow } from '../src/waitlist/waitlist-row.ts';
import { type RealPostgres, startRealPostgres } from '../supabase/local/real-postgres.ts';
import { onRealPostgres } from '../supabase/tests/on-real.ts';

onRealPostgres('a database with many sign-ups', () => {
  let postgres: RealPostgres;
  let team: pg.Client;
  let folder: string;

  beforeAll(async () => {
    postgres = await startRealPostgres();
    team = new pg.Client(postgres.urlOf('postgres'));
    team.on('error', () => {}); // The connection that closes when the server stops.
    await team.connect();
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
  });
  afterAll(async () => {
    await team?.end();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command as a person does; the last argument is a file. */
  async function run(...command: string[]) {
    const file = join(folder, command.pop() ?? '');
    const [name = '', ...args] = command;
    const env = { ...process.env, DATABASE_URL: postgres.urlOf('postgres') };
    return promisify(execFile)('npm', ['run', name, '--silent', '--', ...args, file], { env });
  }

  /** A visitor's sign-up. */
  async function signUp(n: number) {
    const row = toRow(sampleSignUp(n), new Date());
    const columns = Object.keys(row).map(pg.escapeIdentifier);
    await team.query('begin; set local role anon');
    await team.query(
      `insert into public.waitlist (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`,
      Object.values(row),
    );
    await team.query('commit');
  }

  async function rows() {
    return (await team.query('select * from public.waitlist order by id')).rows;
  }

  test('a CSV file is complete or not there', async () => {
    const failing = 'select 1 / (n - 15000) from generate_series(1, 20000) as n';
    await expect(run('sql', failing, '--csv', 'n.csv')).rejects.toThrow('division by zero');
    expect(await readdir(folder)).toEqual([]);

    await run('sql', 'select n as id from generate_series(1, 20001) as n;', '--csv', 'n.csv');
    expect(await readdir(folder)).toEqual(['n.csv']);
    const lines = (await readFile(join(folder, 'n.csv'), 'utf8')).split('\n');
    expect(lines).toHaveLength(20_003);
    expect(lines.slice(10_000, 10_003)).toEqual(['"10000"', '"10001"', '"10002"']);
  });

  test('comes back from a backup as it was, and takes sign-ups again', async () => {
    for (const n of [1, 2, 3]) await signUp(n);
    await team.query(`update public.waitlist set name = 'comma, "quoted"' where name like '%2'`);
    await team.query(`delete from public.waitlist where name like '%3'`);
    const before = await rows();
    await run('backup', 'sign-ups.csv');

    await expect(run('restore', 'sign-ups.csv')).rejects.toThrow('duplicate key');
    expect(await rows()).toEqual(before);
    await team.query('truncate public.waitlist restart identity');
    // It waits for whoever writes, and they for it: a visitor cannot tell whose row it adds.
    await team.query('begin; lock table public.waitlist in row exclusive mode');
    const restored = run('restore', 'sign-ups.csv');
    await vi.waitFor(async () => {
      expect((await team.query('select from pg_locks where not granted')).rowCount).toBe(1);
    }, 60_000);
    await team.query('commit');
    const { stdout } = await restored;
    expect(stdout).toMatch(/^Restored 2 sign-ups\.\nCheck private\.sign_up_limits/);
    expect(await rows()).toEqual(before);

    // An identical sign-up adds no row, a new one gets an id that is still free.
    await signUp(1);
    await signUp(4);
    expect(await rows()).toMatchObject([...before, { name: sampleSignUp(4).name }]);
  }, 180_000);
});
