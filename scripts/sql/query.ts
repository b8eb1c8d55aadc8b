import { parseArgs } from 'node:util';
import { bind, type Given, SNIPPETS, valuesOf } from './snippets.ts';
import type { Query } from './team-database.ts';

export type NamedQuery = {
  /** As it was typed: a saved query, a table or view, or SQL. */
  name: string;
  query: Query;
  /** The file to write instead of printing. */
  csv: string | undefined;
};

/**
 * Reads what stands behind `npm run sql --`.
 *
 * @throws one line for a person: an unknown flag, a value that the query does not take
 */
export function readQuery(args: string[]): NamedQuery | undefined {
  const flags = [...SNIPPETS.values()].flatMap((sql) => [...valuesOf(sql).keys()]);
  const { values, positionals } = parseArgs({
    // A query may begin with a comment, which is no flag.
    args: args.map((argument) => argument.replace(/^--(?=\s|[^=]*\n)/, '\n--')),
    options: {
      csv: { type: 'string' },
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
    },
    allowPositionals: true,
  });
  const [name, ...others] = positionals;
  const { csv, ...given } = values;
  if (others.length > 0) throw new Error('One question at a time. A query stands in quotes.');
  return name === undefined ? undefined : { name, query: queryOf(name, given), csv };
}

/** The SQL of a saved query, of a table or view, or as it was typed. */
export function queryOf(name: string, given: Given): Query {
  const snippet = SNIPPETS.get(name);
  if (snippet !== undefined) return bind(snippet, given);
  if (/^\w+-[\w-]+$/.test(name)) throw new Error(`There is no saved query ${name}.`);
  const [flag] = Object.keys(given);
  if (flag !== undefined) throw new Error(`--${flag} is for saved queries.`);
  return { text: /^\w+(\.\w+)?$/.test(name) ? `table ${name}` : name, values: [] };
}
