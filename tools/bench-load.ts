/**
 * What the rules cost and how much load the database takes: `npm run bench:load`.
 *
 * 1. Sign-ups through supabase-js over HTTP into an embedded database in memory.
 * 2. The insert path on a real Postgres, as PostgREST runs it for a visitor, against a bare insert
 *    into the same table with the same indexes but without rules, in turns; and every snippet with
 *    its time and plan. The server is DATABASE_URL's, in a database of its own that is dropped
 *    afterwards, or else a temporary one, if Postgres is installed.
 *
 * Fails if a sign-up that was acknowledged is not found.
 */
import { performance } from 'node:perf_hooks';
import { getRequestListener } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import type { Database } from '../src/lib/database.types.ts';
import { ROLES, startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
import { MIGRATIONS, OLD_DEFAULT_PRIVILEGES } from '../supabase/local/migrations.ts';
import { SNIPPETS } from './database/snippets.ts';
import { findPostgres, startTemporaryPostgres } from './database/temporary-postgres.ts';
import { listen } from './listen.ts';
import { toTable } from './table.ts';

/** One alone shows the time that a sign-up takes, four what two cores can take. */
const CLIENTS = [1, 4] as const;
const MOST_CLIENTS = 4;
const STORED = [1_000, 1_000_000];
const ROUNDS = 10;
const PER_ROUND = 1_000;
const OVER_HTTP = 1_000;

let nextPerson = 0;

async function benchEmbedded(): Promise<void> {
  const backend = await startEmbeddedBackend('memory://');
  const server = await listen(getRequestListener(backend.fetch));
  const supabase = createClient<Database>(server.url, 'visitor', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no WebSocket, and none is used.
    realtime: { transport: class {} as never },
  });

  const run = await load(MOST_CLIENTS, OVER_HTTP, async () => {
    const { status } = await supabase.from('waitlist').insert(person());
    return status === 201;
  });
  const { rows } = await backend.db.query<{ count: number }>(
    'select count(*)::int from public.waitlist',
  );
  print(`Embedded backend, supabase-js over HTTP, ${MOST_CLIENTS} at a time`, [
    report('sign-ups', run, rows[0]?.count ?? 0),
  ]);
  server.close();
  await backend.close();
}

async function benchPostgres(): Promise<void> {
  const binaries = findPostgres();
  if (process.env.DATABASE_URL !== undefined) {
    await onOwnDatabase(process.env.DATABASE_URL);
  } else if (binaries !== undefined) {
    const server = await startTemporaryPostgres(binaries);
    await onOwnDatabase(server.url).finally(server.stop);
  } else {
    console.log('No DATABASE_URL and no Postgres installed: the rest is left out.');
  }
}

async function onOwnDatabase(url: string): Promise<void> {
  const name = `waitlist_bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  const pool = new pg.Pool({ connectionString: own.href, max: MOST_CLIENTS });
  try {
    await pool.query(ROLES + OLD_DEFAULT_PRIVILEGES);
    for (const migration of MIGRATIONS) await pool.query(migration);
    await pool.query(
      'update private.sign_up_limits set per_sender = 100000000, everyone = 1000000000',
    );
    const { rows } = await pool.query<{ server_version: string }>('show server_version');
    for (const stored of STORED) {
      await fill(pool, stored);
      for (const clients of CLIENTS) {
        const title = `PostgreSQL ${rows[0]?.server_version}, ${stored} rows stored`;
        await benchInserts(pool, clients, `${title}, ${clients} at a time`);
      }
    }
    await benchSnippets(pool);
  } finally {
    await pool.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
}

async function fill(pool: pg.Pool, stored: number): Promise<void> {
  await pool.query(`
    truncate public.waitlist;
    alter table public.waitlist disable trigger user;
    insert into public.waitlist
      (name, phone_number, instagram, email, "timestamp", created_at, person_key, submission_key)
    select 'Person ' || n, '+1 555 ' || n, case when n % 3 = 0 then '@person' || n end,
      case when n % 2 = 0 then 'person' || n || '@example.com' end, at, at,
      private.person_key('+1 555 ' || n), gen_random_uuid()
    from generate_series(1, ${stored}) as n,
      lateral (select now() - (${stored} - n) * interval '30 days' / ${stored}) as time (at);
    alter table public.waitlist enable trigger user;
  `);
  await pool.query('vacuum analyze public.waitlist');
}

async function benchInserts(pool: pg.Pool, clients: number, title: string): Promise<void> {
  const bare: Run[] = [];
  const ruled: Run[] = [];
  const before = await countRows(pool);
  // In turns, so that a busy moment of the machine hits both.
  for (let round = 0; round < ROUNDS; round++) {
    await pool.query('alter table public.waitlist disable trigger user');
    bare.push(await load(clients, PER_ROUND, () => insert(pool, BARE)));
    await pool.query('alter table public.waitlist enable trigger user');
    ruled.push(await load(clients, PER_ROUND, () => insert(pool, RULED)));
  }
  const both = [join(bare), join(ruled)] as const;
  const found = (await countRows(pool)) - before;
  const [bareRun, ruledRun] = both;
  print(title, [
    report('bare insert', bareRun, found - ruledRun.acknowledged),
    report('with our rules', ruledRun, found - bareRun.acknowledged),
  ]);
  const ratios = ruled
    .map((run, round) => at(run.sorted, 0.5) / at((bare[round] ?? run).sorted, 0.5))
    .sort((a, b) => a - b);
  const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  console.log(
    `Cost of our rules, median of ${ROUNDS} rounds: ${at(ratios, 0.5).toFixed(2)} (${spread})\n`,
  );
}

async function countRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from public.waitlist');
  return rows[0]?.count ?? 0;
}

type Insert = { role: string; sql: string };
const RULED: Insert = {
  role: 'anon',
  sql: `insert into public.waitlist (name, phone_number, instagram, email, "timestamp")
        values ($1, $2, $3, $4, $5)`,
};
const BARE: Insert = {
  role: 'none',
  sql: `insert into public.waitlist
          (name, phone_number, instagram, email, "timestamp", person_key, submission_key)
        values ($1, $2, $3, $4, $5, gen_random_uuid(), gen_random_uuid())`,
};

/** One request as PostgREST runs it. */
async function insert(pool: pg.Pool, { role, sql }: Insert): Promise<boolean> {
  const row = person();
  const sender = `10.${nextPerson % 7}.${nextPerson % 11}.${nextPerson % 250}`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'context',
      text: `select set_config('role', $1, true), set_config('request.headers', $2, true)`,
      values: [role, JSON.stringify({ 'cf-connecting-ip': sender })],
    });
    const { rowCount } = await client.query({
      name: role,
      text: sql,
      values: [row.name, row.phone_number, row.instagram, row.email, row.timestamp],
    });
    await client.query('commit');
    return rowCount === 1;
  } finally {
    client.release();
  }
}

async function benchSnippets(pool: pg.Pool): Promise<void> {
  await pool.query('vacuum analyze public.waitlist');
  const lines = [];
  for (const [name, sql] of SNIPPETS) {
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${sql}`);
    const text = plan.rows.map((line) => line['QUERY PLAN']).join('\n');
    const inServer = Number(/Execution Time: ([\d.]+)/.exec(text)?.[1]);
    const start = performance.now();
    const { rowCount } = await pool.query({ text: sql, rowMode: 'array' });
    lines.push([
      name,
      (inServer / 1000).toFixed(2),
      ((performance.now() - start) / 1000).toFixed(2),
      rowCount,
      text.includes('Seq Scan on waitlist') ? 'whole table' : 'by index',
    ]);
  }
  const header = ['snippet', 's in the server', 's to fetch', 'rows', 'plan'];
  console.log(`Snippets at 1 million rows\n${toTable(header, lines)}\n`);
}

type Run = { acknowledged: number; seconds: number; sorted: number[] };

async function load(clients: number, count: number, signUp: () => Promise<boolean>): Promise<Run> {
  const times: number[] = [];
  let begun = 0;
  let acknowledged = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (begun++ < count) {
        const sent = performance.now();
        if (await signUp()) acknowledged++;
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { acknowledged, seconds, sorted: times.sort((a, b) => a - b) };
}

function join(runs: Run[]): Run {
  return {
    acknowledged: runs.reduce((sum, run) => sum + run.acknowledged, 0),
    seconds: runs.reduce((sum, run) => sum + run.seconds, 0),
    sorted: runs.flatMap((run) => run.sorted).sort((a, b) => a - b),
  };
}

/** The figure below which this share of them lies. */
function at(sorted: number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function report(what: string, run: Run, found: number): unknown[] {
  if (found !== run.acknowledged) process.exitCode = 1;
  return [
    what,
    Math.round(run.acknowledged / run.seconds),
    ...[0.5, 0.95, 0.99].map((share) => at(run.sorted, share).toFixed(2)),
    run.acknowledged,
    found,
  ];
}

function print(title: string, lines: unknown[][]): void {
  const header = ['', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'acknowledged', 'found'];
  console.log(`${title}\n${toTable(header, lines)}\n`);
}

function person() {
  const n = nextPerson++;
  return {
    name: `Visitor ${n}`,
    phone_number: `+44 7700 ${n}`,
    instagram: `@visitor${n}`,
    email: `visitor${n}@example.com`,
    timestamp: new Date().toISOString(),
  };
}

await benchEmbedded();
await benchPostgres();
