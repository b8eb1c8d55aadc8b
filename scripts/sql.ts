/**
 * Queries the database: `npm run sql -- people`, `-- by-day --days 60`, `-- reporting.people`,
 * `-- "select …"`. Without a query it lists the saved ones.
 */
import { flagsOf, type Query, questionOf, readQuery, SNIPPETS } from './sql/queries.ts';
import { toTable } from './sql/table.ts';
import { connect, explain } from './sql/team-database.ts';
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
    const flags = flagsOf(sql)
      .map((flag) => ` --${flag} …`)
      .join('');
    console.log(`\n  ${name}${flags}\n      ${questionOf(sql)}`);
  }
}

async function run(query: Query): Promise<void> {
  const database = await connect();
  try {
    if (query.csv !== undefined) {
      const count = await writeCsv(database, query, query.csv);
      return console.log(`Wrote ${counted(count)} to ${query.csv}.`);
    }
    for (const answer of await database.run(query.sql)) {
      if (answer.fields.length > 0) console.log(toTable(answer));
      console.log(counted(answer.count));
    }
  } finally {
    await database.close();
  }
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
