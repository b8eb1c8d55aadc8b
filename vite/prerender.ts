import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

// Inside node_modules, so that it finds its imports; one for each build under way.
const SERVER_BUNDLE = `node_modules/.cache/prerender-${process.pid}`;

/** A prerendered page: its path, and its file in `dist`. */
export type Page = { path: string; file: string };

export type Prerendered = {
  /** The folder of the build's output. */
  dist: string;
  /** All pages but the not-found page, `404.html`. */
  pages: readonly Page[];
  /** A row as the page writes it. */
  row: unknown;
};

const NOT_FOUND = '404.html';

/** Preloaded by index.html; in the build under the name that it gets there. */
const FONT = '/src/ui/unbounded.woff2';

type Options = {
  /** Tags for the `<head>` of the page at this path, beyond those its components render. */
  headOf: (path: string) => string;
  /** Runs when the HTML files are final. */
  onWritten: (prerendered: Prerendered) => Promise<void>;
};

/**
 * Builds the app, the script that starts it, and the same routes for Node; renders every page to
 * HTML with its styles and that script inside, from the template index.html.
 *
 * @throws when rendering a page throws or leaves out what matters, or a placeholder is not there
 */
export function prerender({ headOf, onWritten }: Options): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    config: () => ({
      environments: {
        client: { build: { rolldownOptions: { input: 'src/main.tsx' } } },
        start: {
          consumer: 'client',
          build: {
            write: false,
            rolldownOptions: {
              input: 'src/boot/boot.ts',
              output: { format: 'iife', codeSplitting: false },
            },
          },
        },
        ssr: {
          // Bundled, so that aliases hold for what they import.
          resolve: { noExternal: [/^@tanstack\//] },
          build: {
            ssr: true,
            outDir: SERVER_BUNDLE,
            emptyOutDir: true,
            copyPublicDir: false,
            rolldownOptions: {
              input: 'src/render-to-html.tsx',
              output: { entryFileNames: 'render-to-html.js' },
            },
          },
        },
      },
      builder: {
        async buildApp({ environments, config, build }) {
          const dist = resolve(config.root, config.build.outDir);
          const serverBundle = resolve(config.root, SERVER_BUNDLE);
          const outputOf = async (name: string) => {
            const environment = environments[name];
            const built = environment && (await build(environment));
            if (!built || !('output' in built)) throw new Error(`Nothing was built for ${name}.`);
            return built.output;
          };

          const app = await outputOf('client');
          const [start] = await outputOf('start');
          await outputOf('ssr');
          const { pages, row } = await renderPages(join(serverBundle, 'render-to-html.js')).finally(
            () => rm(serverBundle, { recursive: true }),
          );

          const template = await readFile(join(config.root, 'index.html'), 'utf8');
          const styles = await takeStyles(dist, app);
          for (const { path, file, route, head, body } of pages) {
            const html = fill(template, {
              [FONT]: `/${fontOf(app)}`,
              '<!--head-->': `${head}${file === NOT_FOUND ? '' : headOf(path)}<style>${styles}</style>`,
              '<script type="module" src="/src/boot/boot.ts"></script>': `<script>${start.code.trim()}</script>`,
              '<script type="module" src="/src/main.tsx"></script>': preloads(app),
              '<div id="root">': `<div id="root" data-route="${route}">${body}`,
            });
            await mkdir(dirname(join(dist, file)), { recursive: true });
            await writeFile(join(dist, file), html);
          }
          await onWritten({ dist, pages: pages.filter(({ file }) => file !== NOT_FOUND), row });
        },
      },
    }),
  };
}

/** Puts what was built in the places that index.html has for it. */
function fill(template: string, contents: Record<string, string>): string {
  return Object.entries(contents).reduce((html, [placeholder, content]) => {
    const [before, after, ...more] = html.split(placeholder);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`index.html must have this once: ${placeholder}`);
    }
    return before + content + after;
  }, template);
}

type Output = Rolldown.RolldownOutput['output'];

/** One page needs all of its CSS for the first paint, so it travels with the document. */
async function takeStyles(dist: string, output: Output): Promise<string> {
  const files = output[0].viteMetadata?.importedCss ?? [];
  const styles = await Promise.all(
    Array.from(files, async (file) => {
      const css = await readFile(join(dist, file), 'utf8');
      await rm(join(dist, file));
      return css.trim();
    }),
  );
  return styles.join('');
}

/** The app's files in the order in which they run: what one imports comes before it. */
function preloads(output: Output): string {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = output.find(({ fileName }) => fileName === file);
    if (chunk?.type === 'chunk') chunk.imports.forEach(add);
    files.add(file);
  };
  add(output[0].fileName);
  return Array.from(files, (file) => `<link rel="modulepreload" href="/${file}">`).join('');
}

function fontOf(output: Output): string {
  const font = output.find(
    (file) => file.type === 'asset' && file.originalFileNames.includes(FONT.slice(1)),
  );
  if (!font) throw new Error(`The page does not use ${FONT}.`);
  return font.fileName;
}

async function renderPages(bundle: string) {
  const { NOT_FOUND_PATH, pagePaths, renderToHtml, sampleRow } = (await import(
    pathToFileURL(bundle).href
  )) as typeof import('../src/render-to-html.tsx');

  const pages = await Promise.all(
    [...pagePaths(), NOT_FOUND_PATH].map(async (path) => {
      const { html, route } = await renderToHtml(path);
      const missing = ['<h1', ...(path === '/' ? ['<form'] : [])].filter(
        (tag) => !html.includes(tag),
      );
      if (missing.length > 0) throw new Error(`The page ${path} has no ${missing.join(', no ')}>.`);
      const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
      return { path, file, route, ...splitHead(html) };
    }),
  );
  return { pages, row: sampleRow };
}

/** React puts the tags that belong into the head before the rest. */
function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
