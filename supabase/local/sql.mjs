// Runs SQL or a saved query on the database of the running page: `npm run sql -- people`, `-- "select …"`, or, for
// a page on another port, `-- 4174 people`. Without a query, it lists the saved ones.
import { readdirSync, readFileSync } from 'node:fs';

const SNIPPETS = new Map(
  readdirSync('supabase/snippets').map((file) => [
    file.replace('.sql', ''),
    readFileSync(`supabase/snippets/${file}`, 'utf8'),
  ]),
);
const list = [...SNIPPETS].map(([name, sql]) => `${name}\n    ${sql.split('\n', 1)}`).join('\n');
const args = process.argv.slice(2);
const page = `http://localhost:${/^\d+$/.test(args[0] ?? '') ? args.shift() : 4173}`;
const query = args.join(' ');

function fail(message) {
  console.error(message);
  process.exit(1);
}

// The reader, `head` for example, may close the pipe.
process.stdout.on('error', () => process.exit());

if (!query) {
  console.log(list);
} else {
  if (!/\s/.test(query) && !SNIPPETS.has(query)) fail(`There is no query ${query}. The saved queries:\n${list}`);
  const body = JSON.stringify({ sql: SNIPPETS.get(query) ?? query });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${page}/sql`, { method: 'POST', headers, body }).catch(() => undefined);
  const reply = await response?.json().catch(() => undefined);
  if (!reply) fail(`No page with a local database runs at ${page}. Run: npm start`);
  if (!response.ok) fail(reply.message);
  // A table shows each text with its control characters escaped.
  for (const rows of reply) console.table(rows);
}
