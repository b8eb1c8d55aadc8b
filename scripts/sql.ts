/**
 * Asks the database: `npm run sql -- people`, `-- by-day --days 60`, `-- reporting.signups_by_day`,
 * `-- "select …"`. Without a question it lists what there is to ask.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type NamedQuery, readQuery } from './sql/query.ts';
import { questionOf, SNIPPETS, valuesOf } from './sql/snippets.ts';
import { toCsv, toTable } from './sql/table.ts';
import { type Answer, connect, explain, run } from './sql/team-database.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads, `head` for example, has seen enough.
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  const question = readQuery(process.argv.slice(2));
  if (question === undefined) listQuestions();
  else await answer(question);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function listQuestions(): void {
  console.log('npm run sql -- <saved query, table or view, or "select …"> [--csv file]');
  for (const [name, sql] of SNIPPETS) {
    const flags = Array.from(valuesOf(sql).keys(), (flag) => ` --${flag} …`).join('');
    console.log(`\n  ${name}${flags}\n      ${questionOf(sql)}`);
  }
}

async function answer({ name, query, csv }: NamedQuery): Promise<void> {
  const client = await connect();
  const answers = await run(client, query).finally(() => client.end());
  if (csv === undefined) return answers.forEach(print);
  const [table, ...others] = answers.filter(({ header }) => header.length > 0);
  if (table === undefined || others.length > 0) throw new Error('A CSV file takes one answer.');
  // npm changes into the project's folder; INIT_CWD is where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '', csv);
  // Spreadsheets need the mark to read accents, programs stumble over it.
  const mark = name === 'export-raw' ? '' : '\ufeff';
  await writeFile(file, `${mark}${toCsv(table.header, table.rows)}\r\n`, { mode: 0o600 });
  console.log(`Wrote ${counted(table.rows.length)} to ${csv}.`);
}

function print({ header, rows, command, count }: Answer): void {
  if (header.length > 0) console.log(toTable(header, rows));
  console.log(header.length > 0 ? counted(count) : `${command}: ${counted(count)}`);
}

function counted(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
