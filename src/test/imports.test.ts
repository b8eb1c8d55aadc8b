import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What the code of a folder may import, types included, besides itself, packages, and `src/site`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ui': ['src/lib'],
  'src/brand': [],
  'src/analytics': [],
  'src/waitlist': ['src/analytics', 'src/brand', 'src/ui', 'src/lib'],
  'src/landing': ['src/waitlist', 'src/brand', 'src/ui'],
  'src/error-pages': ['src/brand', 'src/ui'],
  'src/routes': ['src/landing', 'src/error-pages', 'src/brand'],
  'src/boot': ['src/waitlist/pending-submit', 'src/lib/env'],
  // The files beside the folders put everything together.
  src: ['src/routes', 'src/error-pages', 'src/waitlist', 'src/analytics', 'src/ui', 'src/lib'],
  vite: ['src/render-to-html'],
  supabase: [],
  e2e: ['src/waitlist', 'supabase', 'vite'],
  scripts: ['src', 'supabase', 'vite', 'e2e'],
};

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** All code of a folder; tests and their helpers may import anything. */
function codeIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen|d)\.tsx?$|\/tests?\//.test(file));
}

/** The files, without their extension, that a file imports. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g), ([, path = '']) =>
    posix.join(posix.dirname(file), path).replace(/\.tsx?$/, ''),
  );
}

test.each(Object.entries(MAY_IMPORT))('%s imports only what it may', (folder, others) => {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => room !== folder && isWithin(room, folder));
  const files = codeIn(folder).filter((file) => !rooms.some((room) => isWithin(file, room)));
  const isOwn = (path: string) =>
    isWithin(path, folder) && !rooms.some((room) => isWithin(path, room));
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => !isOwn(path) && path !== 'src/site')
      .filter((path) => !others.some((other) => isWithin(path, other)))
      .map((path) => `${file} imports ${path}`),
  );
  expect(files).not.toEqual([]);
  expect(wrong).toEqual([]);
});
