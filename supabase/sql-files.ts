import { readdirSync, readFileSync } from 'node:fs';

/** Returns the SQL files of a folder in order, by their names without `.sql`. */
export function readSql(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  return new Map(files.sort().map((file) => [file.replace(/\.sql$/, ''), read(file)]));
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
