import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  cleanSql,
  ensureHistoryTable,
  listHistory,
  recordVersion,
  splitSqlStatements,
} from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';

const FOLDER = 'supabase/migrations';

/** The migrations' SQL, in order. */
export const MIGRATIONS = readMigrations().map(({ sql }) => sql);

/**
 * Applies the pending migrations of the working directory, each in one transaction.
 *
 * @returns the applied migrations whose statements have changed since, or whose files are deleted
 * @throws an error with the file, the line, and Postgres's message
 */
export async function applyMigrations(connection: PgliteConnection): Promise<string[]> {
  await ensureHistoryTable(connection);
  const history = new Map((await listHistory(connection)).map((row) => [row.version, row]));
  const outdated = [];
  for (const { path, version, name, sql } of readMigrations()) {
    const statements = splitSqlStatements(sql);
    const applied = history.get(version);
    history.delete(version);
    if (applied === undefined) {
      await connection.driver.exec('begin');
      for (const statement of statements) {
        await connection.driver.exec(statement).catch(async ({ message, position }) => {
          await connection.driver.exec('rollback');
          // An error that has no position is one of the statement, which may begin with a comment.
          const offset = position ?? statement.search(/^(?!\s*(--|$))/m) + 1;
          const before = sql.slice(0, sql.indexOf(statement) + Number(offset));
          throw new Error(`${path}, line ${before.split('\n').length}: ${message}`);
        });
      }
      await recordVersion(connection, { version, name, statements });
      await connection.driver.exec('commit');
    } else if (cleanSql(applied.statements.join('\n')) !== cleanSql(statements.join('\n'))) {
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
