/**
 * Queries the local database of the running page: `npm run sql -- people`, `-- "select …"`. Without a
 * query it lists the saved ones, `supabase/snippets/`.
 */
import { dataDirectory, queryLocally } from '../supabase/local/local-database.ts';
import { readSql } from '../supabase/sql-files.ts';

const SNIPPETS = readSql('supabase/snippets');

// The reader, `head` for example, may close the pipe.
process.stdout.on('error', () => process.exit());

const [query, ...others] = process.argv.slice(2);
if (others.length > 0) throw new Error('Give one query, and put SQL in quotes.');
if (query === undefined) {
  for (const [name, sql] of SNIPPETS) console.log(`${name}\n    ${sql.split('\n', 1)}`);
} else {
  if (!/\s/.test(query) && !SNIPPETS.has(query)) throw new Error(`There is no query ${query}.`);
  const results = await queryLocally(dataDirectory(), SNIPPETS.get(query) ?? query);
  // A table shows each text with its control characters escaped.
  for (const rows of results) console.table(rows);
}
