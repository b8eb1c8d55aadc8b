import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';

/** Returns the SQL files of a folder in order, by their names without `.sql`. */
export function readSql(folder: string): ReadonlyMap<string, string> {
  const read = (file: string) => [file.replace('.sql', ''), readFileSync(`${folder}/${file}`, 'utf8')] as const;
  return new Map(readdirSync(folder).sort().map(read));
}

export const MIGRATIONS = readSql('supabase/migrations');

/** The roles that every Supabase project has before its migrations. */
export const ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  grant usage on schema public to anon, authenticated, service_role;`;

/** Opens PGlite with its owner's rights, in memory if there is no folder, and applies the new migrations. */
export async function openPglite(folder?: string): Promise<PGlite> {
  if (folder && !existsSync(folder)) {
    // Under another name first: PGlite writes about a thousand files, and cannot open a part of them.
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    // Personal data: no other user of the machine may enter.
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await (await PGlite.create(unfinished)).close();
    await rename(unfinished, folder);
  }
  const db = await PGlite.create(folder).catch(() => {
    // PGlite throws an object that has no message.
    throw new Error('The database cannot be read or written. Delete its folder to start with an empty one.');
  });
  await applyMigrations(db);
  return db;
}

/** Applies the new migrations, each in one transaction. */
export async function applyMigrations(db: PGlite): Promise<void> {
  await db.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.files (name text primary key, sql text not null)`);
  const { rows } = await db.query<{ name: string; sql: string }>('select * from supabase_migrations.files');
  const applied = new Map(rows.map(({ name, sql }) => [name, sql]));
  for (const [name, sql] of [['the roles', ROLES] as const, ...MIGRATIONS]) {
    if (applied.get(name) === sql) continue;
    if (applied.has(name)) throw new Error(`${name} changed after it was applied. Delete the database's folder.`);
    await db.transaction(async (migration) => {
      await migration.exec(sql).catch(({ message }: Error) => {
        throw new Error(`${name}: ${message}`);
      });
      await migration.query('insert into supabase_migrations.files values ($1, $2)', [name, sql]);
    });
  }
}
