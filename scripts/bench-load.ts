/**
 * What the rules cost under load: `npm run bench:load [-- --stored 1000 --rounds 5]`.
 *
 * Sign-ups through PostgREST into our table and into a copy of it without rules, in turns, then
 * every snippet. Prints Markdown for the README. Fails if what was acknowledged is not found.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { z } from 'zod';
import { startRealStack } from '../supabase/local/real-stack.ts';
import { SNIPPETS } from './sql/snippets.ts';
import { explain } from './sql/team-database.ts';

const CONNECTIONS = 16;
const PER_ROUND = 2_000;
const TABLES = ['bare', 'waitlist'] as const;
type Table = (typeof TABLES)[number];

const { stored: STORED, rounds: ROUNDS } = readOptions();

let nextPerson = 0;

const stack = await startRealStack();
const db = new pg.Client(stack.postgres.urlOf('postgres'));
try {
  await db.connect();
  await prepare();
  const server = (await fetch(stack.api)).headers.get('server');
  const { rows } = await db.query<{ server_version: string }>('show server_version');
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model}, ` +
      `PostgreSQL ${rows[0]?.server_version}, ${server}, Node ${process.version}, ` +
      `${CONNECTIONS} connections, ${ROUNDS} rounds of ${PER_ROUND}\n`,
  );
  for (const stored of STORED) {
    await fill(stored);
    await measure(stored);
  }
  await measureSnippets();
} finally {
  await db.end();
  await stack.stop();
}

function readOptions() {
  const count = z.coerce.number('must be a number').int().positive();
  try {
    const { values } = parseArgs({
      options: {
        stored: { type: 'string', multiple: true, default: ['1000', '1000000'] },
        rounds: { type: 'string', default: '10' },
      },
    });
    return z.object({ stored: z.array(count), rounds: count }).parse(values);
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : explain(error));
    process.exit(2);
  }
}

/** Makes the copy without rules, lifts the limits, and waits until the API knows the copy. */
async function prepare(): Promise<void> {
  await db.query(`
    create table public.bare (like public.waitlist including all);
    alter table public.bare
      alter person_key set default gen_random_uuid(),
      alter submission_key set default gen_random_uuid();
    grant insert on public.bare to anon;
    update private.sign_up_limits set per_sender = 100000000, everyone = 1000000000;
  `);
  const url = new URL('bare', stack.api);
  while ((await fetch(url, { method: 'POST', ...signUp() })).status !== 201);
}

async function fill(stored: number): Promise<void> {
  const columns =
    'name, phone_number, instagram, email, "timestamp", created_at, person_key, submission_key';
  await db.query(`
    truncate public.waitlist, public.bare;
    alter table public.waitlist disable trigger user;
    insert into public.waitlist (${columns})
    select 'Person ' || n, '+1 555 ' || n, case when n % 3 = 0 then '@person' || n end,
      case when n % 2 = 0 then 'person' || n || '@example.com' end, at, at,
      gen_random_uuid(), gen_random_uuid()
    from generate_series(1, ${stored}) as n,
      lateral (select now() - (${stored} - n) * interval '30 days' / ${stored}) as time (at);
    alter table public.waitlist enable trigger user;
    insert into public.bare (${columns}) select ${columns} from public.waitlist;
  `);
  await db.query('vacuum analyze public.waitlist, public.bare');
}

async function measure(stored: number): Promise<void> {
  const rounds: Record<Table, Round[]> = { bare: [], waitlist: [] };
  const before = await countRows();
  for (let round = 0; round < ROUNDS; round++) {
    // In turns, so that a busy moment of the machine hits both.
    for (const table of round % 2 ? TABLES.toReversed() : TABLES) {
      rounds[table].push(await load(new URL(table, stack.api)));
    }
  }
  const after = await countRows();

  const title = `${stored.toLocaleString('en')} rows stored`;
  console.log(`| ${title} | per second | p50 | p99 | acknowledged | found |`);
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const table of TABLES) {
    const times = rounds[table].flatMap((round) => round.times);
    const found = after[table] - before[table];
    if (times.length !== found || found !== ROUNDS * PER_ROUND) process.exitCode = 1;
    const perSecond = Math.round(
      PER_ROUND /
        at(
          rounds[table].map(({ seconds }) => seconds),
          0.5,
        ),
    );
    const latency = [0.5, 0.99].map((share) => `${at(times, share).toFixed(1)} ms`);
    console.log(`| ${[table, perSecond, ...latency, times.length, found].join(' | ')} |`);
  }
  const ratios = rounds.waitlist.map((round, n) => round.seconds / (rounds.bare[n]?.seconds ?? 0));
  const [least, median, most] = [0, 0.5, 1].map((share) => at(ratios, share).toFixed(2));
  console.log(`\nA sign-up takes ${median} times a bare insert (${least} to ${most}).\n`);
}

/** How long a round took, and each of its requests that was acknowledged, in milliseconds. */
type Round = { seconds: number; times: number[] };

/** Through PostgREST and past the gateway, which is only our stand-in for Supabase's. */
async function load(url: URL): Promise<Round> {
  const times: number[] = [];
  const start = performance.now();
  // Taken here: autocannon's own end is rounded up to a second.
  let end = start;
  await autocannon({
    url: url.href,
    connections: CONNECTIONS,
    amount: PER_ROUND,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...signUp() }) }],
    setupClient: (client) =>
      client.on('response', (status, _bytes, time) => {
        end = performance.now();
        if (status === 201) times.push(time);
      }),
  });
  return { seconds: (end - start) / 1000, times };
}

function signUp() {
  const n = nextPerson++;
  return {
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': `10.${n % 7}.${n % 11}.${n % 250}`,
    },
    body: JSON.stringify({
      name: `Visitor ${n}`,
      phone_number: `+44 7700 ${n}`,
      instagram: `@visitor${n}`,
      email: `visitor${n}@example.com`,
      timestamp: new Date().toISOString(),
    }),
  };
}

async function countRows(): Promise<Record<Table, number>> {
  const { rows } = await db.query<Record<Table, number>>(
    'select (select count(*)::int from public.bare) as bare, (select count(*)::int from public.waitlist) as waitlist',
  );
  return rows[0] ?? { bare: 0, waitlist: 0 };
}

async function measureSnippets(): Promise<void> {
  console.log('| snippet | seconds with the transfer | rows |\n| --- | --- | --- |');
  for (const [name, sql] of SNIPPETS) {
    const start = performance.now();
    const { rowCount } = await db.query({ text: sql, rowMode: 'array' });
    console.log(`| ${name} | ${((performance.now() - start) / 1000).toFixed(2)} | ${rowCount} |`);
  }
}

/** The value below which this share of them lies. */
function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}
