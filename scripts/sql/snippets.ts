import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../supabase/snippets');

/** The saved queries of `supabase/snippets`, by name. */
export const SNIPPETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
    .map((name) => [name, readFileSync(resolve(folder, `${name}.sql`), 'utf8')]),
);

/** The question that a snippet answers: its first comment. */
export function questionOf(sql: string): string {
  return sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? '';
}

// A snippet with values opens with `with ask as (select …)`: a text or a whole number on each line.
const ASK = /^with ask as \(\n.*?^\)/ms;
const VALUE = /^ +('(?:[^']|'')*'|\d+) as (\w+)/gm;

/** The values at the top of a snippet as they stand there, by the name of their flag. */
export function valuesOf(sql: string): ReadonlyMap<string, string> {
  const ask = ASK.exec(sql)?.[0] ?? '';
  return new Map(
    Array.from(ask.matchAll(VALUE), ([, value = '', name = '']) => [flag(name), value]),
  );
}

export type Given = Readonly<Record<string, string>>;

/**
 * The snippet with bound parameters in the place of the values that are given; the others stay.
 *
 * @throws if the snippet has no such value, or has a number where a word is given
 */
export function bind(sql: string, given: Given): { text: string; values: string[] } {
  const standing = valuesOf(sql);
  for (const [name, value] of Object.entries(given)) {
    if (!standing.has(name)) {
      const known = [...standing.keys()].map((name) => `--${name}`).join(', ');
      throw new Error(`This query has no --${name}. ${known ? `It has ${known}.` : ''}`.trimEnd());
    }
    if (isNumber(standing.get(name)) && !/^[1-9]\d{0,5}$/.test(value)) {
      throw new Error(`--${name} is a whole number, for example ${standing.get(name)}.`);
    }
  }
  const values: string[] = [];
  const text = sql.replace(ASK, (ask) =>
    ask.replace(VALUE, (line, stands: string, name: string) => {
      const value = given[flag(name)];
      if (value === undefined) return line;
      const type = isNumber(stands) ? 'integer' : 'text';
      return line.replace(stands, () => `$${values.push(value)}::${type}`);
    }),
  );
  return { text, values };
}

function flag(name: string): string {
  return name.replaceAll('_', '-');
}

function isNumber(value: string | undefined): boolean {
  return value !== undefined && !value.startsWith("'");
}
