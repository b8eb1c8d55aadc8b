import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { expect, test } from 'vitest';

/** The folders of `src` from the top to the bottom, first `src` itself. Each imports only itself and those below it. */
const FOLDERS = ['.', 'routes', 'error-pages', 'landing', 'waitlist', 'analytics', 'brand', 'ui', 'lib'];
const rankOf = (path: string) => FOLDERS.indexOf(dirname(path).split(sep)[0] ?? '');

/** All code and styles. Tests, and what they share in `testing`, may import anything. */
const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/^testing|\.test\.|^routeTree\.gen/.test(path))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

test('imports point down the list of folders', () => {
  for (const { path, text } of FILES) {
    expect(rankOf(path), `${path}: add the folder to FOLDERS`).not.toBe(-1);
    for (const [, name = ''] of text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)) {
      const imported = join(dirname(path), name);
      expect(rankOf(imported), `${path} imports ${name}`).toBeGreaterThanOrEqual(rankOf(path));
    }
  }
});

// Classes begin with the name of their file. Only base.css has classes for all files.
test('a file styles its own classes, and those of files that are not above it', () => {
  const styles = FILES.filter(({ path }) => path.endsWith('.css'));
  for (const { path, text } of styles.filter(({ path }) => !path.endsWith('base.css'))) {
    const selectors = text.replace(/\/\*.*?\*\//gs, '').match(/[^{};]+(?={)/g) ?? [];
    for (const [, name = ''] of selectors.join().matchAll(/\.([a-z][\w-]*)/g)) {
      const owner = styles.find((other) => RegExp(`^${basename(other.path, '.css')}($|-)`).test(name));
      expect(rankOf(owner?.path ?? ''), `the file of .${name} in ${path}`).toBeGreaterThanOrEqual(rankOf(path));
    }
  }
});
