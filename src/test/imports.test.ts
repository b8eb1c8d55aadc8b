import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');

/** What each folder may import besides itself, libraries and `site`. Tests may import anything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  ui: ['lib'],
  brand: [],
  // The events name the waitlist's failures.
  analytics: ['lib', 'waitlist/save-error'],
  waitlist: ['analytics', 'brand', 'ui', 'lib'],
  landing: ['waitlist', 'brand', 'ui'],
  'error-pages': ['brand', 'ui'],
  routes: ['landing', 'error-pages', 'brand'],
  boot: ['waitlist/pending-submit', 'lib/env'],
  // The files beside the folders put everything together.
  '.': ['routes', 'error-pages', 'waitlist', 'analytics', 'ui', 'lib', '.'],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen|d)\.tsx?$|^test\//.test(file));

test('imports point one way', () => {
  const wrong = files.flatMap((file) => {
    const folder = posix.dirname(file);
    const allowed = [folder, 'site', ...(MAY_IMPORT[folder] ?? [])];
    const code = readFileSync(join(SRC, file), 'utf8');
    return Array.from(code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g), ([, path = '']) =>
      posix.join(folder, path),
    )
      .filter((target) => !allowed.includes(target) && !allowed.includes(posix.dirname(target)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(files.length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});
