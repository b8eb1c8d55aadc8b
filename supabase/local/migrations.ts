import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanSql, ensureHistoryTable, listHistory, recordVersion } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';

const FOLDER = 'supabase/migrations';

/** The migrations' SQL, in order. */
export const MIGRATIONS = readMigrations().map(({ sql }) => sql);

/**
 * Applies the pending migrations of the working directory, each in one transaction.
 *
 * @returns the applied migrations whose statements have changed since, or whose files are deleted
 * @throws an error with the file, the line if Postgres returns a position, and Postgres's message
 */
export async function applyMigrations(connection: PgliteConnection): Promise<string[]> {
  await ensureHistoryTable(connection);
  const history = new Map((await listHistory(connection)).map((row) => [row.version, row]));
  const outdated = [];
  for (const { path, version, name, sql } of readMigrations()) {
    const applied = history.get(version);
    history.delete(version);
    if (applied === undefined) {
      await connection.driver.exec('begin');
      await connection.driver.exec(sql).catch(async ({ message, position }) => {
        await connection.driver.exec('rollback');
        const line = position ? `, line ${sql.slice(0, position).split('\n').length}` : '';
        throw new Error(`${path}${line}: ${message}`);
      });
      await recordVersion(connection, { version, name, statements: [sql] });
      await connection.driver.exec('commit');
    } else if (cleanSql(applied.statements.join()) !== cleanSql(sql)) {
      outdated.push(path);
    }
  }
  const deleted = [...history.values()].map((row) => `${FOLDER}/${row.version}_${row.name}.sql`);
  return [...outdated, ...deleted];
}

function readMigrations() {
  const files = readdirSync(resolve(FOLDER)).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const path = `${FOLDER}/${file}`;
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    // `supabase db push` skips such a file without a warning.
    if (!version || !name) throw new Error(`Rename ${path}, for example to 20261121000000_x.sql.`);
    return { path, version, name, sql: readFileSync(resolve(path), 'utf8') };
  });
}
