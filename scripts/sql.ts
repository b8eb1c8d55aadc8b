/**
 * Queries the database: `npm run sql -- people`, `-- by-day --days 60`, `-- reporting.people`,
 * `-- "select …"`. Without a query it lists the saved ones.
 */
import { resolve } from 'node:path';
import { type NamedQuery, readQuery } from './sql/query.ts';
import { questionOf, SNIPPETS, valuesOf } from './sql/snippets.ts';
import { toTable } from './sql/table.ts';
import { type Answer, connect, explain } from './sql/team-database.ts';
import { writeCsv } from './sql/write-csv.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader, `head` for example, has closed the pipe.
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  const query = readQuery(process.argv.slice(2));
  if (query === undefined) listSavedQueries();
  else await run(query);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function listSavedQueries(): void {
  console.log('npm run sql -- <saved query, table or view, or "select …"> [--csv file]');
  for (const [name, sql] of SNIPPETS) {
    const flags = Array.from(valuesOf(sql).keys(), (flag) => ` --${flag} …`).join('');
    console.log(`\n  ${name}${flags}\n      ${questionOf(sql)}`);
  }
}

async function run({ name, query, csv }: NamedQuery): Promise<void> {
  const database = await connect();
  try {
    if (csv === undefined) return (await database.run(query)).forEach(print);
    // npm changes to the project's folder; INIT_CWD is where the command was typed.
    const file = resolve(process.env.INIT_CWD ?? '', csv);
    // Programs fail on the mark that spreadsheets need.
    const count = await writeCsv(database, query, file, name !== 'export-raw');
    console.log(`Wrote ${counted(count)} to ${csv}.`);
  } finally {
    await database.close();
  }
}

function print(answer: Answer): void {
  if (answer.fields.length > 0) console.log(toTable(answer));
  console.log(counted(answer.count));
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
