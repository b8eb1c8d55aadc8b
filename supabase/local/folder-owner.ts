import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Where the rows of `npm run dev` and `npm start` stay between restarts. */
export const DATA_DIR = resolve(import.meta.dirname, '../.temp/pgdata');

const folderOwner = z.object({
  pid: z.int().positive(),
  /** What a person typed to start it. */
  command: z.string(),
  since: z.iso.datetime(),
  /** Where Postgres clients reach the database. */
  port: z.int().positive(),
  /** Where the page's other servers reach its API. */
  api: z.url(),
});

/** The one process that has a data folder open. */
export type FolderOwner = z.infer<typeof folderOwner>;

/** The file beside a data folder in which its owner says so. */
export function ownerFile(dataDir: string): string {
  return `${dataDir}.json`;
}

/** Who has the folder open; nobody when that process is gone. */
export async function ownerOf(dataDir = DATA_DIR): Promise<FolderOwner | undefined> {
  const text = await readFile(ownerFile(dataDir), 'utf8').catch(() => 'null');
  const { data: owner } = folderOwner.safeParse(parseJson(text));
  return owner && isRunning(owner.pid) ? owner : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
