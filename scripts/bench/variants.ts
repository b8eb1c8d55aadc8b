import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, createBuilder, type InlineConfig, mergeConfig } from 'vite';
import viteConfig from '../../vite.config.ts';

const compress = promisify(brotliCompress);
const root = join(import.meta.dirname, '../..');

/** Not ./dist, which somebody may be looking at. */
const cache = join(root, 'node_modules/.cache/bench');

/** A folder to be served, and its scripts' bytes (Brotli) in the first download and after it. */
export type Variant = { dist: string; first: number; later: number };

/** The page as `npm run build` makes it. */
export async function buildPage(): Promise<Variant> {
  const builder = await createBuilder(into('page'), null);
  await builder.buildApp();
  return weigh('page');
}

/** The limit: the same HTML and CSS with nothing to run. */
export async function stripScripts(): Promise<Variant> {
  const dist = join(cache, 'limit');
  await rm(dist, { recursive: true, force: true });
  await cp(join(cache, 'page'), dist, { recursive: true });
  const index = join(dist, 'index.html');
  const html = await readFile(index, 'utf8');
  await writeFile(
    index,
    html.replace(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, ''),
  );
  return { ...(await weigh('limit')), first: 0, later: 0 };
}

/** The baseline: the same sources as Vite builds them by itself, rendered in the browser. */
export async function buildPlain(): Promise<Variant> {
  const config = viteConfig({ command: 'build', mode: 'preview' });
  const plugins = (config.plugins ?? []).filter(
    (plugin) => !(plugin instanceof Object && 'name' in plugin && plugin.name === 'prerender'),
  );
  await build(mergeConfig({ ...config, plugins, configFile: false }, into('baseline')));
  // Without headers and a page for unknown paths it would be no host.
  for (const file of ['_headers', '404.html']) {
    await cp(join(cache, 'page', file), join(cache, 'baseline', file));
  }
  return weigh('baseline');
}

function into(name: string): InlineConfig {
  const outDir = join(cache, name);
  return { root, mode: 'preview', logLevel: 'warn', build: { outDir, emptyOutDir: true } };
}

/** Compresses what hosts compress, and adds up the scripts. */
async function weigh(name: string): Promise<Variant> {
  const dist = join(cache, name);
  const variant = { dist, first: 0, later: 0 };
  for (const file of await readdir(dist, { recursive: true })) {
    if (!/\.(html|js|css|svg|webmanifest)$/.test(file)) continue;
    const compressed = await compress(await readFile(join(dist, file)));
    await writeFile(join(dist, `${file}.br`), compressed);
    if (!file.endsWith('.js')) continue;
    variant[file.includes('later-') ? 'later' : 'first'] += compressed.length;
  }
  return variant;
}
