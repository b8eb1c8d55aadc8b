import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Returns the SQL files of a folder in order, by their names without `.sql`. It ignores others, like backups. */
export function readSql(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => /^[\w-]+\.sql$/.test(file));
  return new Map(files.sort().map((file) => [file.replace('.sql', ''), readFileSync(`${folder}/${file}`, 'utf8')]));
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

/** Opens a folder's database, or one in memory, and applies new migrations. @throws the cause if either fails */
export async function openPglite(folder?: string): Promise<PGlite> {
  // Personal data: no other user of the machine may read the files.
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
  // Errors of PGlite's file system have no message.
  const db = await PGlite.create(folder).catch(({ name, errno, message = `${name} ${errno}` }) => {
    throw new Error(`${message}. If its first start was interrupted, delete the folder.`);
  });
  await db.exec('create schema if not exists local; create table if not exists local.applied (name text, sql text)');
  const { rows } = await db.query<{ name: string; sql: string }>('select * from local.applied');
  const applied = new Map(rows.map(({ name, sql }) => [name, sql]));
  const other = rows.find(({ name }) => name !== 'roles' && !MIGRATIONS.has(name));
  if (other) throw new Error(`${other.name} was applied, but is not in this branch. Delete the folder.`);
  for (const [name, sql] of [['roles', ROLES] as const, ...MIGRATIONS]) {
    if (applied.get(name) === sql) continue;
    if (applied.has(name)) throw new Error(`${name} was changed after it was applied. Delete the folder.`);
    // The record and the migration are one transaction.
    const values = [name, sql].map(pg.escapeLiteral).join();
    await db.exec(`insert into local.applied values (${values}); ${sql}`).catch(({ message }) => {
      throw new Error(`${name}: ${message}`);
    });
  }
  return db;
}
