/**
 * Runs the Supabase CLI on a temporary PostgreSQL 17 with all migrations. `npm run types` writes
 * `src/lib/database.types.ts`. `npm run advisors` runs Supabase's own security and performance
 * advisors, which a hosted project has in its dashboard, and fails on any finding.
 */
import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { startRealPostgres } from '../supabase/real/postgres.ts';
import { SNIPPETS } from '../supabase/snippets.ts';

/** The CLI has 135 MB: package.json fetches it when it is needed, instead of for everyone. */
const COMMANDS: Record<string, string> = {
  types: `set -e
    types=$(npm run --silent supabase -- gen types --remote "$DATABASE")
    printf '// Generated from the migrations by \`npm run types\`.\\n%s\\n' "$types" |
      npx biome format --stdin-file-path=types.ts > src/lib/database.types.ts`,
  advisors: 'npm run supabase -- db advisors --level info --fail-on info --remote "$DATABASE"',
};

const command = COMMANDS[process.argv[2] ?? ''];
if (!command) throw new Error('Run: npm run types, or npm run advisors');
const postgres = await startRealPostgres();
try {
  const client = new pg.Client(postgres.urlOf('postgres'));
  await client.connect();
  // Otherwise the advisors report every index as unused.
  await client.query('set enable_seqscan = off');
  for (const snippet of SNIPPETS.values()) await client.query(snippet);
  await client.query(`
    begin; set local role anon;
    insert into public.waitlist (name, phone_number, "timestamp") values ('Ada', '1', now());
    commit`);
  await client.end();

  const env = { ...process.env, DATABASE: `${postgres.urlOf('postgres')}?sslmode=disable` };
  process.exitCode = spawnSync('sh', ['-c', command], { env, stdio: 'inherit' }).status ?? 1;
} finally {
  await postgres.stop();
}
