import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** The folders of `src` from the top to the bottom. Each imports only folders below it. */
const LAYERS = ['routes', 'error-pages', 'landing', 'waitlist', 'analytics', 'brand', 'ui', 'lib'];

/** The code in these folders; tests may import anything. */
const CODE = import.meta.glob<string>(['./*/**/*.{ts,tsx}', '!**/*.test.*', '!./{testing,before-react}/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('imports point down the list of folders', () => {
  const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[0] ?? '');
  const upward = Object.entries(CODE).flatMap(([file, code]) => {
    const path = posix.normalize(file);
    expect(LAYERS, 'add the folder to LAYERS').toContain(path.split('/')[0]);
    const imported = Array.from(code.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g), ([, name = '']) => name);
    return imported
      .map((name) => posix.join(posix.dirname(path), name))
      .filter((target) => layerOf(target) < layerOf(path))
      .map((target) => `${path} imports ${target}`);
  });
  expect(upward).toEqual([]);
});
