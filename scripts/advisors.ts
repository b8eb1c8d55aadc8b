/**
 * Runs Supabase's own security and performance advisors on DATABASE_URL, or else on a temporary
 * PostgreSQL 17 with all migrations: `npm run advisors`. Fails on any finding.
 */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { startRealPostgres } from '../supabase/local/real-postgres.ts';
import { SUPABASE_CLI } from './shared/supabase-cli.ts';
import { SNIPPETS } from './sql/queries.ts';

if (process.env.DATABASE_URL !== undefined) {
  advise(process.env.DATABASE_URL);
} else {
  const postgres = await startRealPostgres();
  const url = postgres.urlOf('postgres');
  try {
    await readWithIndexes(url);
    advise(`${url}?sslmode=disable`);
  } finally {
    await postgres.stop();
  }
}

/** Otherwise every index of an empty table is reported as unused. */
async function readWithIndexes(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set enable_seqscan = off');
    for (const snippet of SNIPPETS.values()) await client.query(snippet);
  } finally {
    await client.end();
  }
}

function advise(url: string): void {
  const flags = ['db', 'advisors', '--level', 'info', '--fail-on', 'info', '--remote', url];
  process.exitCode =
    spawnSync('npx', [...SUPABASE_CLI, ...flags], { stdio: 'inherit' }).status ?? 1;
}
