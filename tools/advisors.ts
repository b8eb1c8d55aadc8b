/**
 * Runs Supabase's own security and performance advisors on the migrations: `npm run advisors`. On
 * DATABASE_URL as it is, or else on a temporary Postgres with Supabase's roles and its old default
 * privileges. Fails on any finding.
 */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { ROLES } from '../supabase/local/embedded-backend.ts';
import { MIGRATIONS, OLD_DEFAULT_PRIVILEGES } from '../supabase/local/migrations.ts';
import { SNIPPETS } from './database/snippets.ts';
import { findPostgres, startTemporaryPostgres } from './database/temporary-postgres.ts';
import { SUPABASE_CLI } from './supabase-cli.ts';

const binaries = findPostgres();
if (process.env.DATABASE_URL !== undefined) {
  advise(process.env.DATABASE_URL);
} else if (binaries !== undefined) {
  const server = await startTemporaryPostgres(binaries);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(ROLES + OLD_DEFAULT_PRIVILEGES);
  for (const migration of MIGRATIONS) await client.query(migration);
  // Otherwise every index of an empty table is reported as unused.
  await client.query('set enable_seqscan = off');
  for (const snippet of SNIPPETS.values()) await client.query(snippet);
  await client.end();
  advise(`${server.url}?sslmode=disable`);
  await server.stop();
} else {
  console.error('Set DATABASE_URL, or install a Postgres server.');
  process.exitCode = 1;
}

function advise(url: string): void {
  const flags = ['db', 'advisors', '--level', 'info', '--fail-on', 'info', '--remote', url];
  process.exitCode =
    spawnSync('npx', [...SUPABASE_CLI, ...flags], { stdio: 'inherit' }).status ?? 1;
}
