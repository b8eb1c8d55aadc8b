import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'snippets');

/** The saved queries of `supabase/snippets`, by name. */
export const SNIPPETS: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [file.replace(/\.sql$/, ''), readFileSync(join(folder, file), 'utf8')]),
);
