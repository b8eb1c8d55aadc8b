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

// A saved query with flags opens with `with ask as (select …)`: a text or a whole number on each line.
const ASK = /^with ask as \(\n.*?^\)/ms;
const DEFAULT = /^( +)('(?:[^']|'')*'|\d+)(?= as (\w+))/gm;

/** The flags of a saved query, each with its default as SQL. */
export function flagsOf(sql: string): ReadonlyMap<string, string> {
  const defaults = (ASK.exec(sql)?.[0] ?? '').matchAll(DEFAULT);
  return new Map(Array.from(defaults, ([, , value = '', name]) => [flag(name), value]));
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
 * @throws an error with one line to print: an unknown flag, a value that the query does not accept
 */
export function readQuery(args: string[]): Query | undefined {
  const flags = [...SNIPPETS.values()].flatMap((sql) => [...flagsOf(sql).keys()]);
  const { values, positionals } = parseArgs({
    // A query may begin with a comment, which is no flag.
    args: args.map((argument) => argument.replace(/^--(?=\s|[^=]*\n)/, '\n--')),
    options: {
      help: { type: 'boolean' },
      csv: { type: 'string' },
      ...Object.fromEntries(flags.map((name) => [name, { type: 'string' as const }])),
    },
    allowPositionals: true,
  });
  const [name, ...others] = positionals;
  const { csv, help, ...given } = values;
  if (others.length > 0) throw new Error('Give one query, and put SQL in quotes.');
  return name === undefined || help ? undefined : { name, sql: sqlOf(name, given), csv };
}

/**
 * The SQL of a saved query, of a table or view, or as it was typed.
 *
 * @param given replaces defaults of a saved query, by flag
 */
export function sqlOf(name: string, given: Readonly<Record<string, string>> = {}): string {
  const sql = SNIPPETS.get(name);
  if (sql === undefined && /^\w+-[\w-]+$/.test(name)) {
    throw new Error(`There is no saved query ${name}.`);
  }
  const defaults = flagsOf(sql ?? '');
  for (const [key, value] of Object.entries(given)) {
    const standing = defaults.get(key);
    if (standing === undefined) {
      const known = [...defaults.keys()].map((other) => `--${other}`).join(', ');
      throw new Error(`This query has no --${key}.${known && ` It has ${known}.`}`);
    }
    if (isNumber(standing) && !/^[1-9]\d{0,5}$/.test(value)) {
      throw new Error(`--${key} is a whole number, for example ${standing}.`);
    }
  }
  if (sql === undefined) return /^\w+(\.\w+)?$/.test(name) ? `table ${name}` : name;
  return sql.replace(ASK, (ask) =>
    ask.replace(DEFAULT, (line, space: string, standing: string, column: string) => {
      const value = given[flag(column)];
      if (value === undefined) return line;
      return space + (isNumber(standing) ? value : pg.escapeLiteral(value).trimStart());
    }),
  );
}

function flag(column = ''): string {
  return column.replaceAll('_', '-');
}

function isNumber(value: string): boolean {
  return !value.startsWith("'");
}
