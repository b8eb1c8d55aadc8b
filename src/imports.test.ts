import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** All code by its path; unit tests and their helpers may import anything. */
const CODE = import.meta.glob<string>(
  ['/{src,vite,supabase,e2e}/**/*.{ts,tsx}', '!**/*.{test,d}.*', '!**/test-setup/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** The folders that each folder imports, types included, besides itself and packages. */
const IMPORTS: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ui': [],
  'src/brand': ['src/lib'],
  'src/analytics': ['src/lib'],
  'src/waitlist': ['src/analytics', 'src/brand', 'src/ui', 'src/lib'],
  'src/landing': ['src/waitlist', 'src/brand', 'src/ui', 'src/lib'],
  'src/error-pages': ['src/brand', 'src/ui'],
  'src/routes': ['src/landing', 'src/error-pages', 'src/brand', 'src/lib'],
  // The app: the files beside the folders put everything together.
  src: ['src/routes', 'src/error-pages', 'src/analytics', 'src/ui', 'src/lib'],
  vite: ['src'],
  supabase: [],
  'supabase/tests': ['supabase', 'src/waitlist'],
  e2e: ['src/waitlist', 'supabase/tests', 'vite'],
};

/** The folder at the top, or one in `src`, or the database's tests. */
const folderOf = (path: string) => path.match(/^(src\/[^/]+(?=\/)|supabase\/tests|[^/]+)/)?.[0] ?? '';

test('each folder imports the folders that the list has, and no others', () => {
  const found = new Set<string>();
  for (const [file, code] of Object.entries(CODE)) {
    const path = file.slice(1);
    for (const [, to = ''] of code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const imported = posix.join(posix.dirname(path), to);
      const isElsewhere = folderOf(imported) !== folderOf(path);
      if (isElsewhere) found.add(`${folderOf(path)} imports ${folderOf(imported)}`);
    }
  }
  const listed = Object.entries(IMPORTS).flatMap(([folder, others]) =>
    others.map((other) => `${folder} imports ${other}`),
  );
  expect([...found].sort()).toEqual(listed.sort());
});
