/**
 * Measures what the rules cost under load, and the team's queries on a long list:
 * `npm run bench:load [-- --stored 1000 --rounds 5]`, `-- --stored 10000000 --rounds 0`.
 *
 * Sends sign-ups through PostgREST into PostgreSQL 17: from many addresses, into a copy of the table
 * without rules, from one venue, and one sign-up again and again; then the same with commits of 5 ms.
 * Then runs every saved query by `npm run sql`. Prints Markdown. Fails if an acknowledged sign-up is
 * not found.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sampleSignUp, toRow } from '../src/waitlist/fields.ts';
import { startRealStack } from '../supabase/local/real-stack.ts';
import { SNIPPETS } from './sql/queries.ts';

const CONNECTIONS = 16;
const SECONDS = 3;
const DISKS = { 'this disk': 0, 'commits of 5 ms': 5_000 };

type Load = {
  table: 'bare' | 'waitlist';
  sender: (n: number) => string;
  person: (n: number) => number;
};
const anyone = (n: number) => `10.${n % 7}.${n % 11}.${n % 250}`;
const other = (n: number) => n;
const LOADS: Record<string, Load> = {
  'no rules': { table: 'bare', sender: anyone, person: other },
  'many addresses': { table: 'waitlist', sender: anyone, person: other },
  'one venue': { table: 'waitlist', sender: () => '192.0.2.1', person: other },
  identical: { table: 'waitlist', sender: anyone, person: () => 0 },
};

const { timestamp: _, ...SAMPLE } = toRow(sampleSignUp(0), new Date());
/** What a query is called with, instead of by its name alone. */
const CALLS: Record<string, string[]> = {
  ...Object.fromEntries(['people', 'export'].map((name) => [name, ['--csv', `${name}.csv`]])),
  'find-person': ['--phone', `${SAMPLE.phone_number}77`],
  'remove-person': ['--phone', `${SAMPLE.phone_number}77`, '--remove', '77'],
};

const { stored, rounds } = parseArgs({
  options: {
    stored: { type: 'string', multiple: true, default: ['1000', '1000000'] },
    rounds: { type: 'string', default: '5' },
  },
}).values;

let sent = 1;
const stack = await startRealStack();
const db = new pg.Client(stack.postgres.urlOf('supabase_admin'));
try {
  await db.connect();
  await db.query(`
    create table public.bare (like public.waitlist including all);
    alter table public.bare
      alter person_key set default gen_random_uuid(),
      alter submission_key set default gen_random_uuid();
    grant insert on public.bare to anon;
    update private.sign_up_limits set per_sender = 100000000, everyone = 1000000000;
  `);
  await db.query('alter system set commit_siblings = 0');
  while (
    (await fetch(new URL('bare', stack.api), { method: 'POST', ...request(anyone, other) }))
      .status !== 201
  );
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, PostgreSQL ${await firstValue('show server_version')}, ` +
      `Node ${process.version}, ${CONNECTIONS} connections, ${rounds} rounds of ${SECONDS} s\n`,
  );
  for (const rows of stored.map(Number)) {
    await fill(rows);
    for (const [disk, delay] of Object.entries(rounds === '0' ? {} : DISKS)) {
      await db.query(`alter system set commit_delay = ${delay}`);
      await db.query('select pg_reload_conf()');
      await measure(`${rows.toLocaleString('en')} rows stored, ${disk}`);
    }
  }
  console.log(
    '| saved query | seconds | rows or megabytes | memory of the client | temporary files |\n| --- | --- | --- | --- | --- |',
  );
  for (const name of SNIPPETS.keys()) console.log(await runQuery(name, CALLS[name] ?? []));
} finally {
  await db.end();
  await stack.stop();
}

/** Stores so many sign-ups of the last 30 days, every twentieth another one of an earlier person. */
async function fill(rows: number): Promise<void> {
  const texts = Object.entries(SAMPLE).map(([column, text]) =>
    column === 'phone_number' ? `'${text}' || person` : `'${text}' || n`,
  );
  // Rows first and indexes after them: an index of random keys is slow to grow.
  await db.query(`
    truncate public.waitlist, public.bare;
    alter table public.waitlist disable trigger user, drop constraint waitlist_submission;
    drop index public.waitlist_person;
    insert into public.waitlist
      (${Object.keys(SAMPLE).join()}, "timestamp", created_at, person_key, submission_key)
    select ${texts.join()}, at, at, md5(person::text)::uuid, gen_random_uuid()
    from generate_series(1, ${rows}) as n,
      lateral (select now() - (${rows} - n) * interval '30 days' / ${rows},
        case when n % 20 = 0 then n / 2 else n end) as sign_up (at, person);
    create index waitlist_person on public.waitlist (person_key, id);
    alter table public.waitlist enable trigger user,
      add constraint waitlist_submission unique (submission_key) deferrable initially deferred;
  `);
  if (rounds !== '0') {
    await db.query('insert into public.bare overriding system value select * from public.waitlist');
  }
  await db.query('vacuum analyze public.waitlist, public.bare');
}

/** Runs a saved query as the team does. Returns a row of the table. */
async function runQuery(name: string, flags: string[]): Promise<string> {
  const temporary = 'select temp_bytes from pg_stat_database where datname = current_database()';
  const before = Number(await firstValue(temporary));
  const start = performance.now();
  const client = spawn(process.execPath, ['scripts/run.mjs', 'scripts/sql.ts', name, ...flags], {
    env: {
      ...process.env,
      DATABASE_URL: stack.postgres.urlOf('postgres'),
      INIT_CWD: stack.postgres.folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let messages = '';
  client.stderr.on('data', (chunk: Buffer) => {
    messages += chunk;
  });
  let lines = 0;
  client.stdout.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
  });
  let kilobytes = 0;
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${client.pid}/status`, 'utf8');
    kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? kilobytes);
  }, 100);
  const [code] = await once(client, 'close');
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${messages}`);
  const size =
    flags[0] === '--csv' && (await stat(join(stack.postgres.folder, `${name}.csv`))).size;
  const result = size === false ? `${lines - 3} rows` : `${Math.round(size / 1e6)} MB`;
  await db.query('select pg_stat_clear_snapshot()');
  const spilled = Number(await firstValue(temporary)) - before;
  const cells = [name, seconds.toFixed(1), result];
  return `| ${[...cells, `${Math.round(kilobytes / 1000)} MB`, `${Math.round(spilled / 1e6)} MB`].join(' | ')} |`;
}

/** Runs the loads in turns, so that a busy moment of the machine affects all, and prints a table. */
async function measure(title: string): Promise<void> {
  const results = Object.keys(LOADS).map((name) => ({
    name,
    rates: [0],
    p50: [0],
    p99: [0],
    acknowledged: 0,
    found: 0,
  }));
  for (let round = 0; round < Number(rounds); round++) {
    for (const result of results) {
      const { table, sender, person } = LOADS[result.name] as Load;
      const before = await firstValue(`select count(*) from public.${table}`);
      const responses = await send(new URL(table, stack.api), sender, person);
      const times = responses.map(({ ms }) => ms);
      result.acknowledged += responses.filter(({ ok }) => ok).length;
      result.found +=
        Number(await firstValue(`select count(*) from public.${table}`)) - Number(before);
      result.rates[round] = times.length / SECONDS;
      result.p50[round] = quantile(times, 0.5);
      result.p99[round] = quantile(times, 0.99);
    }
  }
  const bare = median(results[0]?.rates ?? []);
  console.log(`| ${title} | per second | of no rules | p50 | p99 | acknowledged | found |`);
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, rates, p50, p99, acknowledged, found } of results) {
    const rate = median(rates);
    const times = [
      `${(bare / rate).toFixed(2)} times`,
      `${median(p50).toFixed(1)} ms`,
      `${median(p99).toFixed(1)} ms`,
    ];
    console.log(`| ${[name, Math.round(rate), ...times, acknowledged, found].join(' | ')} |`);
    if (found < (name === 'identical' ? 0 : acknowledged)) process.exitCode = 1;
  }
  console.log();
}

/**
 * Sends sign-ups over all connections. Returns which were acknowledged, and which got 503 because an
 * identical one was being processed.
 */
async function send(url: URL, ...load: Parameters<typeof request>) {
  const responses: { ok: boolean; ms: number }[] = [];
  const end = performance.now() + SECONDS * 1000;
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const response = await fetch(url, { method: 'POST', ...request(...load) });
      await response.arrayBuffer();
      const { ok, status } = response;
      if (ok || status === 503) responses.push({ ok, ms: performance.now() - start });
    }
  });
  await Promise.all(connections);
  return responses;
}

function request(sender: Load['sender'], person: Load['person']) {
  const n = sent++;
  const row = toRow(sampleSignUp(person(n)), new Date());
  return {
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': sender(n) },
    body: JSON.stringify(row),
  };
}

async function firstValue(text: string): Promise<string> {
  const { rows } = await db.query<[string]>({ text, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this share of the values lies. */
function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}
