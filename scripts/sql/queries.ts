import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

const folder = resolve(import.meta.dirname, '../../supabase/snippets');

/** The saved queries of `supabase/snippets`, by name. */
export const SNIPPETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
    .map((name) => [name, readFileSync(resolve(folder, `${name}.sql`), 'utf8')]),
);

/** The question that a saved query answers: its first comment. */
export function questionOf(sql: string): string {
  return sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? '';
}

// A saved query with flags opens with `with input as (select …)`: a text or a whole number on each line.
const INPUT = /^with input as \(\n.*?^\)/ms;
const DEFAULT = /^( +)('(?:[^']|'')*'|\d+)(?= as (\w+))/gm;

/** The flags of a saved query. */
export function flagsOf(sql: string): string[] {
  const defaults = (INPUT.exec(sql)?.[0] ?? '').matchAll(DEFAULT);
  return Array.from(defaults, ([, , , column]) => flag(column));
}

export type Query = {
  /** As it was typed: a saved query, a table or view, or SQL. */
  name: string;
  sql: string;
  /** The file to write instead of printing. */
  csv: string | undefined;
};

/**
 * Reads the arguments of `npm run sql --`.
 *
 * @returns nothing when no query is named
 * @throws an error with one line to print: an unknown query or flag
 */
export function readQuery([name, ...args]: string[]): Query | undefined {
  if (name === undefined || /^-\S*$/.test(name)) return undefined;
  if (args[0]?.startsWith('-') === false) throw new Error('Give one query, and put SQL in quotes.');
  const flags = flagsOf(SNIPPETS.get(name) ?? '').map(
    (flag) => [flag, { type: 'string' }] as const,
  );
  const { csv, ...given } = parseArgs({
    args,
    options: { csv: { type: 'string' }, ...Object.fromEntries(flags) },
  }).values;
  return { name, sql: sqlOf(name, given), csv };
}

/**
 * The SQL of a saved query, of a table or view, or as it was typed.
 *
 * @param given replaces defaults of a saved query, by flag
 */
export function sqlOf(name: string, given: Readonly<Record<string, string>> = {}): string {
  const sql = SNIPPETS.get(name);
  if (sql === undefined) {
    if (/^\w+-[\w-]+$/.test(name)) throw new Error(`There is no saved query ${name}.`);
    return /^\w+(\.\w+)?$/.test(name) ? `table ${name}` : name;
  }
  return sql.replace(INPUT, (input) =>
    input.replace(DEFAULT, (line, space: string, literal: string, column: string) => {
      const value = given[flag(column)];
      if (value === undefined) return line;
      const quoted = pg.escapeLiteral(value).trimStart();
      return space + (literal.startsWith("'") ? quoted : `${quoted}::integer`);
    }),
  );
}

function flag(column = ''): string {
  return column.replaceAll('_', '-');
}
