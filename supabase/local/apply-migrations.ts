import { readdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import {
  type App,
  cleanSql,
  ensureHistoryTable,
  listHistory,
  recordVersion,
  splitSqlStatements,
} from '@supabase/lite';
import { listMigrationFiles } from '@supabase/lite/cli';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { z } from 'zod';

const FOLDER = 'supabase/migrations';

/** Where in the statement it found fault; it does not always know. */
const postgresError = z.object({
  message: z.string(),
  position: z.coerce.number().optional(),
});

type MigrationFile = Awaited<ReturnType<typeof listMigrationFiles>>[number];

/**
 * Applies the migrations that the database has not seen, each whole or not at all.
 *
 * @returns the files that are no longer what the database was made of: changed or gone
 * @throws one error for a person: the file, the line, Postgres's message and the statement
 */
export async function applyMigrations(app: App, connection: PgliteConnection): Promise<string[]> {
  const files = await listMigrationFiles(app);
  await refuseOtherNames(files);
  await ensureHistoryTable(connection);
  const history = new Map(
    (await listHistory(connection)).map((row) => [row.version, row] as const),
  );

  const outdated = [];
  for (const file of files) {
    const applied = history.get(file.version);
    history.delete(file.version);
    const statements = splitSqlStatements(file.sql);
    if (applied === undefined) await apply(file, statements, connection);
    else if (codeOf(applied.statements) !== codeOf(statements)) outdated.push(file.filename);
  }
  for (const { version, name } of history.values()) {
    outdated.push(`${[version, name].filter(Boolean).join('_')}.sql`);
  }
  return outdated.map((name) => `${FOLDER}/${name}`);
}

/** Neither the embedded database nor `supabase db push` would ever apply them. */
async function refuseOtherNames(files: MigrationFile[]): Promise<void> {
  const known = new Set(files.map(({ filename }) => filename));
  const other = (await readdir(resolve(FOLDER))).find(
    (name) => name.endsWith('.sql') && !known.has(name),
  );
  if (other === undefined) return;
  throw new Error(
    `${FOLDER}/${other} is not named like 20261121000000_what_it_does.sql, so it is never applied.`,
  );
}

async function apply(
  file: MigrationFile,
  statements: string[],
  connection: PgliteConnection,
): Promise<void> {
  const { driver } = connection;
  await driver.exec('begin');
  for (const statement of statements) {
    try {
      await driver.exec(statement);
    } catch (error) {
      await driver.exec('rollback');
      throw new Error(explain(file, statement, error), { cause: error });
    }
  }
  const { version, name } = file;
  await recordVersion(connection, { version, name, statements });
  await driver.exec('commit');
}

/** Statements without what changes nothing. */
function codeOf(statements: string[]): string {
  return cleanSql(statements.join('\n'));
}

function explain({ path, sql }: MigrationFile, statement: string, error: unknown): string {
  const code = statement.replace(/^(\s*(--.*)?\n)+/, '');
  const { message, position } = postgresError.parse(error);
  const offset = position === undefined ? statement.length - code.length : position - 1;
  const line = sql.slice(0, sql.indexOf(statement) + offset).split('\n').length;
  const lines = code.split('\n');
  const excerpt = lines.length > 10 ? [...lines.slice(0, 9), '…'] : lines;
  return [
    `${relative(process.cwd(), path)}, line ${line}: ${message}`,
    ...excerpt.map((text) => `    ${text}`),
  ].join('\n');
}
