import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** All code by its path; tests and their helpers may import anything. */
const CODE = import.meta.glob<string>(
  ['/{src,vite,supabase,e2e,scripts}/**/*.{ts,tsx}', '!**/*.{test,gen,d}.*', '!**/{test,tests}/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** What the code of a folder may import, types included, besides itself, packages, and `src/site`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
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
  e2e: ['src/waitlist', 'supabase', 'vite'],
  scripts: ['src', 'supabase', 'vite', 'e2e'],
};

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** The files, without their extension, that a file imports. */
function importsOf(file: string): string[] {
  const code = CODE[`/${file}`] ?? '';
  return Array.from(code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g), ([, path = '']) =>
    posix.join(posix.dirname(file), path).replace(/\.tsx?$/, ''),
  );
}

test.each(Object.entries(MAY_IMPORT))('%s imports only what is allowed', (folder, others) => {
  const subfolders = Object.keys(MAY_IMPORT).filter(
    (other) => other !== folder && isWithin(other, folder),
  );
  const isOwn = (path: string) =>
    isWithin(path, folder) && !subfolders.some((other) => isWithin(path, other));
  const files = Object.keys(CODE)
    .map((path) => path.slice(1))
    .filter(isOwn);
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => !isOwn(path) && path !== 'src/site')
      .filter((path) => !others.some((other) => isWithin(path, other)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(files).not.toEqual([]);
  expect(wrong).toEqual([]);
});

test('no file imports itself through others', () => {
  const imports = new Map(
    Object.keys(CODE).map((path) => [
      path.slice(1).replace(/\.tsx?$/, ''),
      importsOf(path.slice(1)),
    ]),
  );
  const reachable = (file: string, reached = new Set<string>()) => {
    for (const next of imports.get(file) ?? []) {
      if (!reached.has(next)) reachable(next, reached.add(next));
    }
    return reached;
  };
  expect([...imports.keys()].filter((file) => reachable(file).has(file))).toEqual([]);
});
