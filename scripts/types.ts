/**
 * Writes `src/lib/database.types.ts` from the migrations with Supabase's generator: `npm run types`.
 * With `--check` it only compares the two, and fails when they differ.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startRealPostgres } from '../supabase/local/real-postgres.ts';
import { SUPABASE_CLI } from './shared/supabase-cli.ts';

const run = promisify(execFile);
const file = resolve(import.meta.dirname, '../src/lib/database.types.ts');

const types = await generate();
if (!process.argv.includes('--check')) {
  await writeFile(file, types);
  console.log('Wrote src/lib/database.types.ts.');
} else if (types !== (await readFile(file, 'utf8'))) {
  console.error('src/lib/database.types.ts does not match the migrations. Run: npm run types');
  process.exitCode = 1;
}

async function generate(): Promise<string> {
  const postgres = await startRealPostgres();
  const url = `${postgres.urlOf('postgres')}?sslmode=disable`;
  const cli = run('npx', [...SUPABASE_CLI, 'gen', 'types', '--remote', url]);
  const { stdout } = await cli.finally(() => postgres.stop());

  const format = run('npx', ['biome', 'format', '--stdin-file-path=types.ts']);
  format.child.stdin?.end(`// Generated from the migrations by \`npm run types\`.\n${stdout}`);
  return (await format).stdout;
}
