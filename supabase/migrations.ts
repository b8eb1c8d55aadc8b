import { readSql } from './read-sql.ts';

export const MIGRATIONS = readSql('supabase/migrations');

/** The roles that every Supabase project has. */
export const ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  grant usage on schema public to anon, authenticated, service_role;`;
