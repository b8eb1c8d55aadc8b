/** Builds the page, and fails if its document or its scripts, compressed with Brotli, are larger than their limits. */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { buildLocalPage } from '../tests/build-page.ts';

const DIST = 'node_modules/.cache/sizes';
/** In kilobytes. The document has the styles and the boot script. `import()` loads what is lazy. */
const LIMITS = { document: 18, 'first download': 124, lazy: 54 };

await buildLocalPage(DIST, { VITE_POSTHOG_KEY: 'phc_a', VITE_POSTHOG_HOST: 'https://a.example' });
const sizeOf = (text: string) => brotliCompressSync(text).length / 1000;
const page = readFileSync(`${DIST}/index.html`, 'utf8');
const sizes = { document: sizeOf(page), 'first download': 0, lazy: 0 };
for (const file of readdirSync(`${DIST}/assets`).filter((name) => name.endsWith('.js'))) {
  const part = page.includes(file) ? 'first download' : 'lazy';
  sizes[part] += sizeOf(readFileSync(`${DIST}/assets/${file}`, 'utf8'));
}
for (const part of ['document', 'first download', 'lazy'] as const) {
  console.log(`${part}: ${sizes[part].toFixed(1)} kB of ${LIMITS[part]} kB`);
  if (sizes[part] === 0 || sizes[part] > LIMITS[part]) process.exitCode = 1;
}
