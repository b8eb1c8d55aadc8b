/**
 * Writes `src/lib/database.types.ts` from the migrations with Supabase's own generator:
 * `npm run types`. With `--check` it only compares and fails when they differ.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { serveDatabase } from '../supabase/local/database-socket.ts';
import { startEmbeddedBackend } from '../supabase/local/embedded-backend.ts';
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
  const backend = await startEmbeddedBackend('memory://');
  const socket = await serveDatabase(backend, 0);
  const url = `postgresql://postgres@127.0.0.1:${socket.port}/postgres?sslmode=disable`;
  const { stdout } = await run('npx', [...SUPABASE_CLI, 'gen', 'types', '--remote', url]);
  await socket.close();
  await backend.close();

  const format = run('npx', ['biome', 'format', '--stdin-file-path=types.ts']);
  format.child.stdin?.end(`// Generated from the migrations by \`npm run types\`.\n${stdout}`);
  return (await format).stdout;
}
