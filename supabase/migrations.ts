import type { PGlite } from '@electric-sql/pglite';
import { readSql } from './read-sql.ts';

export const MIGRATIONS = readSql('supabase/migrations');

/** The roles that every Supabase project has. */
export const ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema public to anon, authenticated, service_role;`;

/**
 * Applies the pending migrations, each in one transaction.
 *
 * @throws an error with the name: Postgres's message, or that it has changed since it was applied
 */
export async function applyMigrations(db: PGlite): Promise<void> {
  await db.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.files (name text primary key, sql text not null)`);
  const { rows } = await db.query<{ name: string; sql: string }>(
    'select * from supabase_migrations.files',
  );
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
