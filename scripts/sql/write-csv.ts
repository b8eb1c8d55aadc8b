import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Query } from './queries.ts';
import type { TeamDatabase } from './team-database.ts';

/**
 * Writes the result of a query to a file that only its owner can read. Postgres writes the CSV, in
 * one snapshot; memory stays the same for any number of rows. The file has its name when it is complete.
 *
 * @returns the number of rows
 */
export async function writeCsv(
  database: TeamDatabase,
  { name, sql }: Query,
  path: string,
): Promise<number> {
  // npm changes to the project's folder; INIT_CWD is where the command was typed.
  const file = resolve(process.env.INIT_CWD ?? '', path);
  const partial = `${file}.partial`;
  const showProgress = await progressOf(database);
  async function* watched(rows: Readable) {
    // Spreadsheets need a byte order mark to read accents. Programs fail on it.
    if (name === 'export') yield '\ufeff';
    for await (const chunk of rows) {
      showProgress(chunk);
      yield chunk;
    }
  }
  try {
    const count = await database.copy(
      `copy (${sql.replace(/;\s*$/, '')}\n) to stdout (format csv, header, force_quote *)`,
      (rows) => pipeline(rows, watched, createWriteStream(partial, { mode: 0o600 })),
    );
    await rename(partial, file);
    return count;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }
}

/** Draws a progress bar on a terminal: few results have more rows than there are sign-ups. */
async function progressOf(database: TeamDatabase): Promise<(chunk: Buffer) => void> {
  if (!process.stderr.isTTY) return () => {};
  const [answer] = await database.run('select count(*) from public.waitlist');
  const signUps = Number(answer?.rows[0]?.[0]);
  let lines = -1;
  let next = 0;
  return (chunk) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    if (performance.now() < next) return;
    next = performance.now() + 100;
    const bar = '█'.repeat(Math.min(lines / signUps, 1) * 30).padEnd(30, '░');
    const counts = [lines, signUps].map((count) => count.toLocaleString('en'));
    process.stderr.write(`\r${bar} ${counts[0]} rows of ${counts[1]} sign-ups`);
  };
}
