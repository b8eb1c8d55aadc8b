import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** All code by its path; unit tests and their helpers may import anything. */
const CODE = import.meta.glob<string>(
  ['/{src,vite,supabase,e2e,scripts}/**/*.{ts,tsx}', '!**/*.{test,d}.*', '!**/{test,tests}/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** What the code of a folder imports, types included, besides itself, packages, and `src/site`. */
const IMPORTS: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ui': [],
  'src/brand': [],
  'src/analytics': ['src/lib'],
  'src/waitlist': ['src/analytics', 'src/brand', 'src/ui', 'src/lib'],
  'src/landing': ['src/waitlist', 'src/brand', 'src/ui'],
  'src/error-pages': ['src/brand', 'src/ui'],
  'src/routes': ['src/landing', 'src/error-pages', 'src/brand'],
  'src/boot': ['src/waitlist/before-hydration', 'src/lib/env'],
  // The files beside the folders put everything together.
  src: ['src/routes', 'src/error-pages', 'src/analytics', 'src/ui', 'src/lib'],
  vite: ['src/render-to-html'],
  supabase: [],
  e2e: ['src/waitlist', 'src/test/samples', 'supabase', 'vite'],
  scripts: ['supabase', 'vite', 'e2e'],
};

const FOLDERS = Object.keys(IMPORTS);

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** A file belongs to the first folder that it is in: the list has `src` after the folders in `src`. */
const folderOf = (path: string) => FOLDERS.find((folder) => isWithin(path, folder));

const withoutExtension = (path: string) => path.replace(/\.tsx?$/, '');

/** The files, without their extension, that each file imports. */
const GRAPH = new Map(
  Object.entries(CODE).map(([file, code]) => {
    const path = file.slice(1);
    const imported = code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g);
    const paths = Array.from(imported, ([, to = '']) => posix.join(posix.dirname(path), to));
    return [withoutExtension(path), paths.map(withoutExtension)];
  }),
);

test.each(FOLDERS)('%s imports exactly what the list has', (folder) => {
  const listed = IMPORTS[folder] ?? [];
  const files = [...GRAPH].filter(([path]) => folderOf(path) === folder);
  const imported = files.flatMap(([file, paths]) =>
    paths
      .filter((path) => folderOf(path) !== folder && path !== 'src/site')
      .map((path) => ({ file, path })),
  );
  const unlisted = imported.filter(({ path }) => !listed.some((other) => isWithin(path, other)));
  const unused = listed.filter((other) => !imported.some(({ path }) => isWithin(path, other)));
  expect(files).not.toEqual([]);
  expect({ unlisted, unused }).toEqual({ unlisted: [], unused: [] });
});
