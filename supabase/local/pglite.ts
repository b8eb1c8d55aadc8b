import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { MIGRATIONS, ROLES } from '../sql-files.ts';

/**
 * Opens PGlite with its owner's rights, in memory if there is no folder, and applies the new migrations.
 *
 * @throws an error with one line to print: a migration fails, or the folder does not open
 */
export async function openPglite(folder?: string): Promise<PGlite> {
  if (folder && !existsSync(folder)) {
    // Under another name first: PGlite writes about a thousand files, and cannot open a part of them.
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await (await open(unfinished)).close();
    await rename(unfinished, folder);
  }
  const db = await open(folder);
  await applyMigrations(db);
  return db;
}

async function open(folder?: string): Promise<PGlite> {
  try {
    // Personal data: no other user of the machine may enter.
    if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
    return await PGlite.create(folder);
  } catch (error) {
    // PGlite throws an object that has no message when it cannot read or write a file.
    const cause = error instanceof Error ? error.message : 'no access to a file, or a full disk';
    throw new Error(`${folder} does not open (${cause}). Delete it to start with an empty database.`);
  }
}

/**
 * Applies the new migrations, each in one transaction.
 *
 * @throws an error with the name: Postgres's message, or that the file has changed since it was applied
 */
export async function applyMigrations(db: PGlite): Promise<void> {
  await db.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.files (name text primary key, sql text not null)`);
  const { rows } = await db.query<{ name: string; sql: string }>('select * from supabase_migrations.files');
  const applied = new Map(rows.map(({ name, sql }) => [name, sql]));
  for (const [name, sql] of [['the roles', ROLES] as const, ...MIGRATIONS]) {
    if (applied.get(name) === sql) continue;
    if (applied.has(name)) throw new Error(`${name} changed after it was applied. Delete the folder of the database.`);
    await db.transaction(async (migration) => {
      await migration.exec(sql).catch(({ message }: Error) => {
        throw new Error(`${name}: ${message}`);
      });
      await migration.query('insert into supabase_migrations.files values ($1, $2)', [name, sql]);
    });
  }
}
