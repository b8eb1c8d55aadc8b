/**
 * Copies the sign-ups as they are, ids and times included, from DATABASE_URL to a file and back:
 * `npm run backup -- sign-ups.csv`, `npm run restore -- sign-ups.csv`. A restore is one transaction.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { DATA_DIR } from '../supabase/local/local-database.ts';
import { connect, explain } from './sql/team-database.ts';

try {
  const { values, positionals } = parseArgs({
    options: { restore: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    throw new Error('Give one file, for example: npm run backup -- sign-ups.csv');
  }
  const { client, close } = await connect();
  try {
    if (client === undefined) {
      throw new Error(`To back up the local database, stop the server and copy ${DATA_DIR}.`);
    }
    // npm changes to the project's folder; INIT_CWD is where the command was typed.
    const file = resolve(process.env.INIT_CWD ?? '', name);
    await client.query('set statement_timeout = 0');
    const count = await (values.restore ? restore(client, file) : backup(client, file));
    console.log(
      `${values.restore ? 'Restored' : 'Backed up'} ${count.toLocaleString('en')} sign-ups.`,
    );
    if (values.restore) console.log('Check private.sign_up_limits: the file has no rate limits.');
  } finally {
    await close();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** The file has its name when it is complete. Only its owner can read it. */
async function backup(client: pg.Client, file: string): Promise<number> {
  const partial = `${file}.partial`;
  try {
    const rows = client.query(copy.to('copy public.waitlist to stdout (format csv, header)'));
    await pipeline(rows, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
    return rows.rowCount;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Restores all rows or, if a row exists already, none. Columns that the file lacks get defaults. */
async function restore(client: pg.Client, file: string): Promise<number> {
  const columns = (await headerOf(file)).split(',').map(pg.escapeIdentifier).join(', ');
  await client.query('begin');
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
