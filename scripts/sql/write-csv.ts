import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { cellsOf, toCsv } from './table.ts';
import type { Answer, Query, TeamDatabase } from './team-database.ts';

/**
 * Writes the result of a query to a file that only its owner can read. The file has its name when
 * it is complete; memory stays the same for any number of rows.
 *
 * @param mark starts the file with a byte order mark, which spreadsheets need to read accents
 * @returns the number of rows
 * @throws when the query has no result, or more than one
 */
export async function writeCsv(
  database: TeamDatabase,
  query: Query,
  file: string,
  mark: boolean,
): Promise<number> {
  const partial = `${file}.partial`;
  const showProgress = await progressOf(database);
  let count = 0;
  async function* csv() {
    for await (const page of database.pages(query)) {
      const header = page.fields.map(({ name }) => name);
      if (count === 0) yield (mark ? '\ufeff' : '') + toCsv([header]);
      yield toCsv(cellsOf(page));
      count += page.count;
      showProgress(page, count);
    }
  }
  try {
    await pipeline(csv(), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
  return count;
}

/** Draws a progress bar on a terminal, for rows in the order of `id`; for others it counts. */
async function progressOf(database: TeamDatabase): Promise<(page: Answer, count: number) => void> {
  if (!process.stderr.isTTY) return () => {};
  const max = { text: 'select max(id) from public.waitlist', values: [] };
  const lastId = Number((await database.run(max))[0]?.rows[0]?.[0]);
  return ({ fields, rows }, count) => {
    const id = Number(rows.at(-1)?.[fields.findIndex(({ name }) => name === 'id')]);
    const done = Math.min(id / lastId, 1) || 0;
    const bar = '█'.repeat(done * 30).padEnd(30, '░');
    process.stderr.write(
      `\r${bar} ${Math.floor(done * 100)} %, ${count.toLocaleString('en')} rows`,
    );
  };
}
