/** Builds the page, and fails if its scripts, compressed with Brotli, are larger than their limits. */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { buildLocalPage } from '../vite/build-page.ts';

const DIST = 'node_modules/.cache/sizes';
/** In kilobytes. What `import()` loads is lazy: the toasts and analytics. */
const LIMITS = { 'first download': 124, lazy: 54 };

await buildLocalPage(DIST, {
  VITE_POSTHOG_KEY: 'phc_sizes',
  VITE_POSTHOG_HOST: 'https://posthog.example',
});
const page = readFileSync(`${DIST}/index.html`, 'utf8');
const sizes = { 'first download': 0, lazy: 0 };
for (const file of readdirSync(`${DIST}/assets`).filter((name) => name.endsWith('.js'))) {
  const part = page.includes(file) ? 'first download' : 'lazy';
  sizes[part] += brotliCompressSync(readFileSync(`${DIST}/assets/${file}`)).length / 1000;
}
for (const part of ['first download', 'lazy'] as const) {
  console.log(`Scripts, ${part}: ${sizes[part].toFixed(1)} kB of ${LIMITS[part]} kB`);
  if (sizes[part] === 0 || sizes[part] > LIMITS[part]) process.exitCode = 1;
}
