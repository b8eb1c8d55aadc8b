/**
 * Cuts `src/ui/unbounded.woff2` out of Unbounded: `npm run font`. What it takes is fetched, pinned,
 * into a temporary folder: nobody needs it until the letters or weights change.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const LETTERS = `${ASCII}©–—‘’“”…`;
const WEIGHT = 700;

type SubsetFont = (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'woff2'; variationAxes: { wght: number } },
) => Promise<Buffer>;

const tempDir = await mkdtemp(join(tmpdir(), 'font-'));
const packages = ['subset-font@2.9.0', '@fontsource-variable/unbounded@5.3.0'];
execFileSync('npm', ['install', '--prefix', tempDir, ...packages], { stdio: 'inherit' });

const subsetFont = createRequire(join(tempDir, 'package.json'))('subset-font') as SubsetFont;
const unbounded = 'node_modules/@fontsource-variable/unbounded';
const font = await readFile(join(tempDir, unbounded, 'files/unbounded-latin-wght-normal.woff2'));
const subset = await subsetFont(font, LETTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHT },
});
const root = resolve(import.meta.dirname, '..');
await writeFile(join(root, 'src/ui/unbounded.woff2'), subset);
// The licence must go with every copy.
await cp(join(tempDir, unbounded, 'LICENSE'), join(root, 'public/unbounded-OFL.txt'));
await rm(tempDir, { recursive: true });
console.log(`src/ui/unbounded.woff2: ${subset.length} bytes.`);
