import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../supabase/snippets');

/** The saved queries of `supabase/snippets`, by name. */
export const SNIPPETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [file.slice(0, -'.sql'.length), readFileSync(resolve(folder, file), 'utf8')]),
);

/** The question that a snippet answers: its first comment. */
export function questionOf(sql: string): string {
  return sql.split('\n', 1)[0]?.replace(/^-- /, '') ?? '';
}
