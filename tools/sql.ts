/**
 * Asks the database: `npm run sql -- people`, a snippet by its name, or a query in quotes. `--csv`
 * prints CSV instead of a table. DATABASE_URL, or the embedded database of the running page.
 */
import type { FieldDef } from 'pg';
import { questionOf, SNIPPETS } from './database/snippets.ts';
import { connect, explain } from './database/team-database.ts';
import { toCsv, toTable } from './table.ts';

const QUERIES = new Map([
  ['people', '-- Who is on the list?\nselect * from reporting.people order by last_sign_up desc'],
  ...SNIPPETS,
]);

const question = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const csv = process.argv.includes('--csv');

if (question === undefined) {
  console.log('npm run sql -- <name or "query"> [--csv]\n');
  for (const [name, sql] of QUERIES) console.log(`  ${name.padEnd(14)} ${questionOf(sql)}`);
} else if (!QUERIES.has(question) && /^[\w-]+$/.test(question)) {
  console.error(`There is no query called ${question}. Without a name they are listed.`);
  process.exitCode = 1;
} else {
  try {
    await ask(QUERIES.get(question) ?? question);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

async function ask(sql: string): Promise<void> {
  const client = await connect();
  try {
    const answer = await client.query<unknown[], never[]>({
      text: sql,
      rowMode: 'array',
      types: { getTypeParser: () => String },
    });
    const header = answer.fields.map(({ name }: FieldDef) => name);
    const count = answer.rowCount ?? 0;
    const summary = `${count} ${count === 1 ? 'row' : 'rows'}`;
    if (csv) console.log(toCsv(header, answer.rows));
    else if (header.length === 0) console.log(`${answer.command}: ${summary}`);
    else console.log(`${toTable(header, answer.rows)}\n${summary}`);
  } finally {
    await client.end();
  }
}
