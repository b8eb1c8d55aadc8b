/**
 * Restores a file of `npm run backup -- sign-ups.csv` to DATABASE_URL, ids and times included:
 * `npm run restore -- sign-ups.csv`. Restores all rows or, if a row exists already, none.
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { connectToUrl, explain } from './sql/team-database.ts';

try {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) {
    throw new Error('Give one file, for example: npm run restore -- sign-ups.csv');
  }
  const { client, close } = await connectToUrl();
  try {
    const count = await restore(client, resolve(process.env.INIT_CWD ?? '', file));
    console.log(`Restored ${count.toLocaleString('en')} sign-ups.`);
    console.log('Check private.sign_up_limits: the file has no rate limits.');
  } finally {
    await close();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** Columns that the file lacks get their defaults; new ids continue after the highest. */
async function restore(client: pg.Client, file: string): Promise<number> {
  const columns = (await headerOf(file)).split(',').map(pg.escapeIdentifier).join(', ');
  // Every sign-up waits, not only those that are in the file: the difference would show who is.
  await client.query(
    'begin; set local statement_timeout = 0; lock table public.waitlist in share row exclusive mode',
  );
  const rows = client.query(
    copy.from(`copy public.waitlist (${columns}) from stdin (format csv, header match)`),
  );
  await pipeline(createReadStream(file), rows);
  await client.query(`
    select setval('public.waitlist_id_seq', greatest(last_value, (select max(id) from public.waitlist)))
    from public.waitlist_id_seq`);
  await client.query('commit');
  return rows.rowCount;
}

async function headerOf(file: string): Promise<string> {
  const input = createReadStream(file);
  for await (const line of createInterface({ input })) {
    input.destroy();
    return line;
  }
  throw new Error(`${file} is empty.`);
}
