/**
 * Runs Supabase's own security and performance advisors, which a hosted project has in its dashboard, on a
 * temporary PostgreSQL 17 with all migrations, and fails on any finding: `npm run advisors`.
 */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { readSql } from '../supabase/sql-files.ts';
import { startRealPostgres } from '../supabase/tests/stack/postgres.ts';

/** The CLI has 135 MB: package.json fetches it when it is needed, instead of for everyone. */
const ADVISORS = 'npm run supabase -- db advisors --level info --fail-on info --remote "$DATABASE"';

const postgres = await startRealPostgres();
try {
  const client = new pg.Client(postgres.urlOf('postgres'));
  await client.connect();
  // Otherwise the advisors report every index as unused.
  await client.query('set enable_seqscan = off');
  for (const snippet of readSql('supabase/snippets').values()) await client.query(snippet);
  await client.query(`
    begin; set local role anon;
    insert into public.waitlist (name, phone_number, "timestamp") values ('Ada', '1', now());
    commit`);
  await client.end();

  const env = { ...process.env, DATABASE: `${postgres.urlOf('postgres')}?sslmode=disable` };
  process.exitCode = spawnSync(ADVISORS, { env, shell: true, stdio: 'inherit' }).status ?? 1;
} finally {
  await postgres.stop();
}
