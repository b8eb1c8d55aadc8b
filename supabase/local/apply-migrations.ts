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
import { z } from 'zod';

const FOLDER = 'supabase/migrations';

type Migration = ReturnType<typeof readMigrations>[number];

/** A run-time error has no position. */
const postgresError = z.object({
  message: z.string(),
  position: z.coerce.number().optional(),
});

/**
 * Applies the pending migrations in `supabase/migrations`, each in one transaction.
 *
 * @returns the applied migrations whose statements have changed since, or whose files are gone
 * @throws an error with the file, the line, Postgres's message, and the statement
 */
export async function applyMigrations(connection: PgliteConnection): Promise<string[]> {
  await ensureHistoryTable(connection);
  const history = new Map((await listHistory(connection)).map((row) => [row.version, row]));
  const outdated = [];
  for (const migration of readMigrations()) {
    const applied = history.get(migration.version);
    history.delete(migration.version);
    if (applied === undefined) await apply(migration, connection);
    else if (codeOf(applied.statements) !== codeOf(migration.statements)) {
      outdated.push(migration.path);
    }
  }
  for (const { version, name } of history.values()) {
    outdated.push(`${FOLDER}/${version}_${name}.sql`);
  }
  return outdated;
}

function readMigrations() {
  const files = readdirSync(resolve(FOLDER)).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const path = `${FOLDER}/${file}`;
    const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    // `supabase db push` skips such a file without a warning.
    if (name === '')
      throw new Error(`Rename ${path}, for example to ${FOLDER}/20261121000000_x.sql.`);
    const sql = readFileSync(resolve(path), 'utf8');
    return { path, version, name, sql, statements: splitSqlStatements(sql) };
  });
}

async function apply(migration: Migration, connection: PgliteConnection): Promise<void> {
  await connection.driver.exec('begin');
  for (const statement of migration.statements) {
    try {
      await connection.driver.exec(statement);
    } catch (error) {
      await connection.driver.exec('rollback');
      throw new Error(explain(migration, statement, error), { cause: error });
    }
  }
  await recordVersion(connection, migration);
  await connection.driver.exec('commit');
}

/** The statements without comments and blank space. */
function codeOf(statements: string[]): string {
  return cleanSql(statements.join('\n'));
}

function explain({ path, sql }: Migration, statement: string, error: unknown): string {
  const code = statement.replace(/^(\s*(--.*)?\n)+/, '');
  const { message, position } = postgresError.parse(error);
  const offset = position === undefined ? statement.length - code.length : position - 1;
  const line = sql.slice(0, sql.indexOf(statement) + offset).split('\n').length;
  const lines = code.split('\n');
  const excerpt = lines.length > 10 ? [...lines.slice(0, 9), '…'] : lines;
  return [`${path}, line ${line}: ${message}`, ...excerpt.map((text) => `    ${text}`)].join('\n');
}
