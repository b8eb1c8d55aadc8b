import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** All code by its path; unit tests and their helpers may import anything. */
const CODE = import.meta.glob<string>(
  ['/{src,vite,supabase,e2e,scripts,tests}/**/*.{ts,tsx}', '!**/*.{test,d}.*', '!**/test/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** The folders that each folder imports, types included, besides itself and packages. */
const IMPORTS: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/ui': [],
  'src/brand': [],
  'src/sign-up': ['src/ui', 'src/lib'],
  'src/analytics': ['src/sign-up', 'src/lib'],
  'src/waitlist': ['src/analytics', 'src/sign-up', 'src/brand', 'src/ui', 'src/lib'],
  'src/landing': ['src/waitlist', 'src/sign-up', 'src/brand', 'src/ui', 'src/lib'],
  'src/error-pages': ['src/brand', 'src/ui'],
  'src/routes': ['src/landing', 'src/error-pages', 'src/brand', 'src/lib'],
  'src/boot': ['src/lib'],
  // The app: the files beside the folders put everything together.
  src: ['src/routes', 'src/error-pages', 'src/analytics', 'src/ui', 'src/lib'],
  'src/prerender': ['src', 'src/lib'],
  vite: ['src/prerender'],
  supabase: [],
  'supabase/tests': ['supabase', 'src/sign-up', 'tests'],
  e2e: ['src/waitlist', 'src/sign-up', 'supabase', 'supabase/tests', 'tests', 'vite'],
  scripts: ['supabase', 'supabase/tests'],
  // Helpers of the tests in several folders.
  tests: ['src/sign-up', 'vite'],
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

/** All styles by their path, without comments. Vitest makes CSS imports empty. */
const STYLES = Object.fromEntries(
  Object.keys(import.meta.glob('/src/**/*.css')).map((file) => [
    file,
    readFileSync(`.${file}`, 'utf8').replace(/\/\*.*?\*\//gs, ''),
  ]),
);

/** A rule for a class alone defines the class, and so does its markup. */
const definitionOf = (name: string) =>
  name.startsWith('.')
    ? `^ *\\${name}(,| \\{)$|["' ]${name.slice(1)}["' ]`
    : name.startsWith('--')
      ? `${name}'?:`
      : `container: ${name} `;

test('styles use classes, containers, and properties of their own folder and of those that it imports', () => {
  const undefinedNames = Object.entries(STYLES).flatMap(([file, styles]) => {
    const folder = folderOf(file.slice(1));
    // The tokens are in src/ui.
    const folders = ['src/ui', folder, ...(IMPORTS[folder] ?? [])];
    const texts = Object.entries({ ...CODE, ...STYLES }).filter(([path]) => folders.includes(folderOf(path.slice(1))));
    const source = texts.map(([, text]) => text).join('\n');
    const used = styles.match(/\.[a-z][\w-]*(?=[^;]*\{)|(?<=var\()--[\w-]+(?=\))|(?<=@container )[a-z][\w-]*/g) ?? [];
    return used.filter((name) => !new RegExp(definitionOf(name), 'm').test(source)).map((name) => `${name} in ${file}`);
  });
  expect(undefinedNames).toEqual([]);
});

test('the table in tokens.css has every condition of the styles', () => {
  const conditions = Object.values(STYLES).flatMap((text) => text.match(/(?<=@)(media|container) [^{]+(?= \{)/g) ?? []);
  const table = readFileSync('src/ui/tokens.css', 'utf8').match(/(?<=^ \* )(?:media|container) (?:\S| (?! ))+/gm);
  expect(table?.sort()).toEqual([...new Set(conditions)].sort());
});
