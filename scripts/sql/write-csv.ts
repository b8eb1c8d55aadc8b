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
  async function* marked(rows: Readable) {
    // Spreadsheets need a byte order mark to read accents. Programs fail on it.
    if (name === 'export') yield '\ufeff';
    yield* rows;
  }
  try {
    const count = await database.copy(
      `copy (${sql.replace(/;\s*$/, '')}\n) to stdout (format csv, header, force_quote *)`,
      (rows) => pipeline(rows, marked, createWriteStream(partial, { mode: 0o600 })),
    );
    await rename(partial, file);
    return count;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
