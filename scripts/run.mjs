// Runs a command that is written in TypeScript, on every supported Node: `node scripts/run.mjs scripts/sql.ts people`.
import { runnerImport } from 'vite';

const [file = ''] = process.argv.splice(2, 1);
try {
  await runnerImport(file, { configFile: false, logLevel: 'error' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
