import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

// Inside node_modules, so that it finds its imports; one for each build under way.
const SERVER_BUNDLE = `node_modules/.cache/prerender-${process.pid}`;

/** The prerendered files and the address each is rendered at. */
const PAGES = [
  { file: 'index.html', path: '/', page: 'landing' },
  { file: '404.html', path: '/404', page: 'not-found' },
] as const;

type Options = {
  /** Tags for the `<head>` of one page, beyond those its components render. */
  headOf: (page: (typeof PAGES)[number]['page']) => string;
  /** What is left to do when the HTML files are final. */
  afterwards: (dist: string, files: readonly string[]) => Promise<void>;
};

/**
 * After the client's build, builds the same routes for Node, renders every page to HTML by the
 * router's own server rendering, and puts the critical CSS into it.
 */
export function prerender({ headOf, afterwards }: Options): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    config: () => ({
      environments: {
        ssr: {
          // Bundled, so that aliases hold for what they import.
          resolve: { noExternal: [/^@tanstack\//] },
          build: {
            ssr: true,
            outDir: SERVER_BUNDLE,
            emptyOutDir: true,
            copyPublicDir: false,
            rolldownOptions: {
              input: 'src/prerender.tsx',
              output: { entryFileNames: 'prerender.js' },
            },
          },
        },
      },
      builder: {
        async buildApp(builder) {
          const { client, ssr } = builder.environments;
          if (!client || !ssr) throw new Error('Both environments are needed.');
          await builder.build(client);
          await builder.build(ssr);
          const { root, build } = client.config;
          const dist = resolve(root, build.outDir);
          await renderPages(resolve(root, SERVER_BUNDLE), dist, headOf);
          await afterwards(
            dist,
            PAGES.map(({ file }) => file),
          );
        },
      },
    }),
  };
}

async function renderPages(
  serverBundle: string,
  dist: string,
  headOf: Options['headOf'],
): Promise<void> {
  const bundle = pathToFileURL(join(serverBundle, 'prerender.js')).href;
  const { prerender: render } = (await import(bundle)) as typeof import('../../src/prerender.tsx');
  const shell = startAfterFirstPaint(
    await inlineStyles(await readFile(join(dist, 'index.html'), 'utf8'), dist),
  );

  for (const { file, path, page } of PAGES) {
    const { head, body } = splitHead(await render(path));
    await writeFile(
      join(dist, file),
      shell
        .replace('</head>', () => `${head}${headOf(page)}</head>`)
        .replace('<div id="root">', () => `<div id="root" data-page="${page}">${body}`),
    );
  }
  await rm(serverBundle, { recursive: true });
}

/** One page needs all of its CSS for the first paint, so it travels with the document. */
async function inlineStyles(html: string, dist: string): Promise<string> {
  const links = html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g);
  let inlined = html;
  for (const [link, href = ''] of links) {
    const css = await readFile(join(dist, href), 'utf8');
    inlined = inlined.replace(link, () => `<style>${css.trim()}</style>`);
    await rm(join(dist, href));
  }
  return inlined;
}

/**
 * The HTML is the page, so nothing of the script may delay its first paint. All of its files are
 * asked for at once right after that, and run one by one, so that no single task is long.
 */
function startAfterFirstPaint(html: string): string {
  const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
  const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
  const files = [...html.matchAll(preload), entry.exec(html)].map((match) => match?.[1]);
  const start = `<script>startApp(${JSON.stringify(files)})</script>`;
  return html.replace(preload, '').replace(entry, () => start);
}

/** React puts the tags that belong into the head before the rest. */
function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
