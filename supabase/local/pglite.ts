import { PGlite } from '@electric-sql/pglite';
import { MIGRATIONS, ROLES } from '../sql-files.ts';

/**
 * Opens PGlite with its owner's rights, in memory if there is no folder, and applies the pending
 * migrations.
 *
 * @throws an error with one line to print: a migration fails, or the folder does not open
 */
export async function openPglite(dataDir?: string): Promise<PGlite> {
  const db = await PGlite.create(dataDir).catch((error: unknown) => {
    // PGlite throws an object that has no message when it cannot read or write a file.
    const cause = error instanceof Error ? error.message : 'no access to a file, or a full disk';
    throw new Error(`${dataDir} cannot be opened as a database (${cause}). Delete it to start with an empty one.`);
  });
  await applyMigrations(db);
  return db;
}

/**
 * Applies the pending migrations, each in one transaction.
 *
 * @throws an error with the name: Postgres's message, or that it has changed since it was applied
 */
export async function applyMigrations(db: PGlite): Promise<void> {
  await db.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.files (name text primary key, sql text not null)`);
  const { rows } = await db.query<{ name: string; sql: string }>('select * from supabase_migrations.files');
  const applied = new Map(rows.map(({ name, sql }) => [name, sql]));
  for (const [name, sql] of [['the roles', ROLES] as const, ...MIGRATIONS]) {
    if (applied.get(name) === sql) continue;
    if (applied.has(name)) {
      throw new Error(`${name} changed after it was applied. Delete the folder of the database.`);
    }
    await db.transaction(async (migration) => {
      await migration.exec(sql).catch(({ message }: Error) => {
        throw new Error(`${name}: ${message}`);
      });
      await migration.query('insert into supabase_migrations.files values ($1, $2)', [name, sql]);
    });
  }
}
