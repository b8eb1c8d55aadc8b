import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, createBuilder, type InlineConfig, type Plugin } from 'vite';
import viteConfig from '../../vite.config.ts';

const root = join(import.meta.dirname, '../..');
/** Not ./dist, which somebody may be looking at. */
export const cache = join(root, 'node_modules/.cache/bench');

/** Brotli bytes of script by library: what comes with the document, and what comes later. */
export type Script = { first: Map<string, number>; later: Map<string, number> };

export type Variant = { dist: string; script: Script };

/** The page as `npm run build` makes it. */
export async function buildPage(): Promise<Variant> {
  const dist = join(cache, 'page');
  const chunks = collectChunks();
  const builder = await createBuilder(inline(dist, [chunks.plugin]), null);
  await builder.buildApp();
  return { dist, script: await chunks.weigh(dist) };
}

/** The limit: the same HTML and CSS with nothing to run. */
export async function stripScripts(page: Variant): Promise<Variant> {
  const dist = join(cache, 'limit');
  await rm(dist, { recursive: true, force: true });
  await cp(page.dist, dist, { recursive: true });
  const index = join(dist, 'index.html');
  const html = await readFile(index, 'utf8');
  await writeFile(
    index,
    html.replace(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, ''),
  );
  return { dist, script: { first: new Map(), later: new Map() } };
}

/** The baseline: the same sources as a plain client-rendered page, everything in one download. */
export async function buildEager(page: Variant): Promise<Variant> {
  const dist = join(cache, 'eager');
  const chunks = collectChunks();
  const config = viteConfig({ command: 'build', mode: 'preview' });
  await build({
    ...inline(dist, [
      ...(config.plugins ?? []).filter((plugin) => !isNamed(plugin, 'prerender')),
      makeEager,
      chunks.plugin,
    ]),
    configFile: false,
    define: config.define ?? {},
  });
  await cp(join(dist, 'index.html'), join(dist, '404.html'));
  await cp(join(page.dist, '_headers'), join(dist, '_headers'));
  return { dist, script: await chunks.weigh(dist) };
}

function inline(outDir: string, plugins: InlineConfig['plugins']): InlineConfig {
  return {
    root,
    mode: 'preview',
    logLevel: 'warn',
    plugins: plugins ?? [],
    // The baseline is one large chunk on purpose.
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 1000 },
  };
}

function isNamed(plugin: unknown, name: string): boolean {
  return plugin instanceof Object && 'name' in plugin && plugin.name === name;
}

/** Turns the sources' dynamic imports into static ones. */
const makeEager: Plugin = {
  name: 'make-eager',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/ },
    handler(code) {
      const imports: string[] = [];
      const body = code.replace(/\bimport\(('[^']+')\)/g, (_, path: string) => {
        const name = `eager${imports.length}`;
        imports.push(`import * as ${name} from ${path};`);
        return `Promise.resolve(${name})`;
      });
      return `${imports.join('')}${body}`;
    },
  },
};

/** Notes which modules each chunk is made of, to weigh the chunks when they are final. */
function collectChunks() {
  type Chunk = { imports: string[]; isEntry: boolean; modules: Array<[id: string, size: number]> };
  const chunks = new Map<string, Chunk>();

  const plugin: Plugin = {
    name: 'collect-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const modules = Object.entries(chunk.modules).map(
          ([id, { renderedLength }]): [string, number] => [id, renderedLength],
        );
        chunks.set(chunk.fileName, { imports: chunk.imports, isEntry: chunk.isEntry, modules });
      }
    },
  };

  async function weigh(dist: string): Promise<Script> {
    const withDocument = new Set<string>();
    const follow = (file: string) => {
      if (withDocument.has(file)) return;
      withDocument.add(file);
      chunks.get(file)?.imports.forEach(follow);
    };
    for (const [file, { isEntry }] of chunks) if (isEntry) follow(file);

    const script: Script = { first: new Map(), later: new Map() };
    for (const [file, { modules }] of chunks) {
      const bytes = brotliCompressSync(await readFile(join(dist, file))).length;
      const rendered = modules.reduce((sum, [, size]) => sum + size, 0);
      const shares = withDocument.has(file) ? script.first : script.later;
      for (const [id, size] of modules) {
        const library = libraryOf(id);
        shares.set(library, (shares.get(library) ?? 0) + (bytes * size) / rendered);
      }
    }
    return script;
  }

  return { plugin, weigh };
}

function libraryOf(id: string): string {
  const [, scope, name] = /.*node_modules\/(?:(@[^/]+)\/)?([^/]+)/.exec(id) ?? [];
  if (name) return scope ? `${scope}/${name}` : name;
  return id.startsWith(root + sep) ? 'this page' : 'bundler';
}
