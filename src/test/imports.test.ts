import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** All code by its path; unit tests and their helpers may import anything. */
const CODE = import.meta.glob<string>(
  ['/{src,vite,supabase,e2e,scripts}/**/*.{ts,tsx}', '!**/*.{test,d}.*', '!**/{test,tests}/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** The folders that each folder imports, types included, besides itself, packages, and `src/site`. */
const IMPORTS: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ui': [],
  'src/brand': [],
  'src/analytics': ['src/lib'],
  'src/waitlist': ['src/analytics', 'src/brand', 'src/ui', 'src/lib'],
  'src/landing': ['src/waitlist', 'src/brand', 'src/ui'],
  'src/error-pages': ['src/brand', 'src/ui'],
  'src/routes': ['src/landing', 'src/error-pages', 'src/brand'],
  'src/boot': ['src/waitlist', 'src/lib'],
  // The files beside the folders put everything together.
  src: ['src/routes', 'src/error-pages', 'src/analytics', 'src/ui', 'src/lib'],
  vite: ['src'],
  supabase: [],
  e2e: ['src/waitlist', 'src/test', 'supabase', 'vite'],
  scripts: ['supabase', 'vite', 'e2e'],
};

/** The folder at the top, or the one in `src`. */
const folderOf = (path: string) => path.match(/^(src\/[^/]+(?=\/)|[^/]+)/)?.[0] ?? '';

test('each folder imports the folders that the list has, and no others', () => {
  const found = new Set<string>();
  for (const [file, code] of Object.entries(CODE)) {
    const path = file.slice(1);
    for (const [, to = ''] of code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const imported = posix.join(posix.dirname(path), to);
      const isElsewhere = folderOf(imported) !== folderOf(path) && !/^src\/site\b/.test(imported);
      if (isElsewhere) found.add(`${folderOf(path)} imports ${folderOf(imported)}`);
    }
  }
  const listed = Object.entries(IMPORTS).flatMap(([folder, others]) =>
    others.map((other) => `${folder} imports ${other}`),
  );
  expect([...found].sort()).toEqual(listed.sort());
});
