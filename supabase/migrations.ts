import { readdirSync, readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';

const FOLDER = 'supabase/migrations';

/** The SQL of the working directory's migrations by file, in order. */
export const MIGRATIONS: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [`${FOLDER}/${file}`, readFileSync(`${FOLDER}/${file}`, 'utf8')]),
);

/** The roles that every Supabase project has. */
export const ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema public to anon, authenticated, service_role;`;

/**
 * Applies the pending migrations, each in one transaction.
 *
 * @throws an error with the file: Postgres's message, or that it has changed since it was applied
 */
export async function applyMigrations(db: PGlite): Promise<void> {
  await db.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.files (path text primary key, sql text not null)`);
  const { rows } = await db.query<{ path: string; sql: string }>(
    'select * from supabase_migrations.files',
  );
  const applied = new Map(rows.map(({ path, sql }) => [path, sql]));
  for (const [path, sql] of [['the roles', ROLES] as const, ...MIGRATIONS]) {
    if (applied.get(path) === sql) continue;
    if (applied.has(path)) {
      throw new Error(`${path} changed after it was applied. Delete the folder of the database.`);
    }
    await db.transaction(async (migration) => {
      await migration.exec(sql).catch(({ message }: Error) => {
        throw new Error(`${path}: ${message}`);
      });
      await migration.query('insert into supabase_migrations.files values ($1, $2)', [path, sql]);
    });
  }
}
