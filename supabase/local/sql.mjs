// Runs SQL or a saved query on the database of the running page: `npm run sql -- people`, `-- "select …"`, or, for
// a page on another port, `-- 4174 people`. Without a query, it lists the saved ones.
import { readdirSync, readFileSync } from 'node:fs';

const args = process.argv.slice(2);
const port = /^\d+$/.test(args[0]) ? args.shift() : 4173;
const query = args.join(' ');
const saved = readdirSync('supabase/snippets').filter((file) => /^[\w-]+\.sql$/.test(file));
const isSaved = saved.includes(`${query}.sql`);

if (!isSaved && !query.includes(' ')) {
  console.log(`The saved queries: ${saved.join(' ').replaceAll('.sql', '')}`);
  process.exit(query ? 1 : 0);
}

const body = JSON.stringify({ sql: isSaved ? readFileSync(`supabase/snippets/${query}.sql`, 'utf8') : query });
const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
const response = await fetch(`http://127.0.0.1:${port}/sql`, options).catch(() => {});
const reply = await response?.json().catch(() => {});
if (!response?.ok || !reply) {
  console.error(reply?.message ?? `No page with a local database runs on port ${port}. Run: npm start`);
  process.exit(1);
}
// A table shows each text with its control characters escaped.
for (const rows of reply) console.table(rows);
