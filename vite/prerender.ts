import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import type { FileRouteTypes } from '../src/routeTree.gen.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

/** The file of each page. `/404` is for all paths that have none. */
export const PAGES: Record<FileRouteTypes['to'] | '/404', string> = { '/': 'index.html', '/404': '404.html' };

/** The places in the index.html that Vite has built, where the content of a page goes. */
const CHARSET = '<meta charset="utf-8" />';
const SCRIPT = /<script type="module" src="\/src\/before-react.ts"\s*><\/script>/;
const STYLES = /<link rel="stylesheet"[^>]* href="\/assets\/[^>]*>/;
const ROOT = '<div id="root">';

/** What works in development only, and what to do instead: the host has no source files, and the policy blocks styles. */
const DEVELOPMENT_ONLY = [
  [/="\/src\/[^"]*"/, 'Import the file'],
  [/<[^>]* style="[^"]*"/, 'Put the style into a CSS file'],
] as const;

/**
 * Builds every page. Vite builds the components twice, with the same settings and plugins: in its environment `ssr` for
 * Node, which renders the pages here, and in its environment `client` for browsers. A page is a copy of the index.html
 * of the second build, with the page's HTML and head tags, a preconnect, before-react.ts, the styles, and the policy.
 *
 * @throws if a page cannot be rendered or works in development only, or if index.html lacks one of the places
 */
export function prerenderPages(settings: Settings): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    config: () => ({
      // Vite builds several environments only if it has this option.
      builder: {},
      // The Content-Security-Policy blocks `data:` addresses, which Vite gives to small files by default, and style
      // sheets, which a lazy component would load. So each file has an address, and the document has all styles.
      build: { assetsInlineLimit: 0, cssCodeSplit: false },
      environments: {
        ssr: {
          // By default, Node would load the packages as they are, without the plugins.
          resolve: { noExternal: true },
          build: {
            write: false,
            rolldownOptions: { input: 'src/render-to-html.tsx', output: { codeSplitting: false } },
          },
        },
        client: {
          // before-react.ts is built separately, because its code moves into the document.
          build: { rolldownOptions: { input: { main: 'index.html', 'before-react': 'src/before-react.ts' } } },
        },
      },
    }),
    async buildApp({ build, config, environments: { client, ssr } }) {
      if (!client || !ssr) throw new Error('Vite has not set up both environments.');
      const rendering = (await build(ssr)) as Rolldown.RolldownOutput;
      const { renderToHtml, paths } = await importCode(rendering.output[0].code);
      for (const path of paths) {
        if (path.includes('$')) throw new Error(`${path} has a parameter, so it is many pages. Use a query instead.`);
        if (!(path in PAGES)) throw new Error(`${path} has no file. Add it to PAGES in vite/prerender.ts.`);
      }
      const rendered = Object.entries(PAGES).map(async ([path, file]) => {
        return { file, ...(await renderToHtml(path, settings.VITE_SITE_URL)) };
      });
      const pages = await Promise.all(rendered);

      const { output } = (await build(client)) as Rolldown.RolldownOutput;
      const folder = resolve(config.root, client.config.build.outDir);
      const index = await takeFile(folder, output, (name) => name === 'index.html');
      // Comments are for developers.
      const template = index.replace(/\s*<!--.*?-->/gs, '');
      const styles = await takeFile(folder, output, (name) => name.endsWith('.css') && template.includes(name));
      const script = await takeFile(folder, output, (name) => name.includes('before-react'));
      const api = settings.VITE_SUPABASE_URL;
      const preconnect = api ? `<link rel="preconnect" href="${api}" crossorigin>` : '';
      // The function keeps the variables of this code local. In a classic script, they would be global.
      const beforeReact = `<script>(() => {${script}})()</script>`;
      for (const { file, head, body } of pages) {
        let html = replaceOnce(template, SCRIPT, head + preconnect + beforeReact);
        html = replaceOnce(html, STYLES, `<style>${styles}</style>`);
        html = replaceOnce(html, ROOT, ROOT + body);
        for (const [pattern, advice] of DEVELOPMENT_ONLY) {
          const [found] = pattern.exec(html) ?? [];
          if (found) throw new Error(`${file}: ${found} works in development only. ${advice} instead.`);
        }
        const policy = contentSecurityPolicy(html, settings);
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), replaceOnce(html, CHARSET, CHARSET + meta));
      }
    },
  };
}

/** Imports what Vite has built for Node. */
async function importCode(code: string): Promise<typeof import('../src/render-to-html.tsx')> {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-'));
  const file = join(folder, 'render-to-html.mjs');
  await writeFile(file, code);
  return import(pathToFileURL(file).href).finally(() => rm(folder, { recursive: true }));
}

/** Removes a file from what is built, and returns its text. @throws if it is not there, or needs another file */
async function takeFile(folder: string, built: Rolldown.RolldownOutput['output'], matches: (name: string) => boolean) {
  const file = built.find(({ fileName }) => matches(fileName));
  if (!file) throw new Error(`The build has no file that fits: ${matches}`);
  const { fileName } = file;
  if (file.type === 'chunk' && file.imports.length > 0) throw new Error(`${fileName} must share no code with the app.`);
  await rm(join(folder, fileName));
  return (file.type === 'chunk' ? file.code : String(file.source)).trim();
}

/** Replaces what is in a text once. @throws when it is not there, or more than once */
function replaceOnce(html: string, part: string | RegExp, content: string): string {
  const [before, after, ...more] = html.split(part);
  if (after === undefined || more.length > 0) throw new Error(`index.html must have this once: ${part}`);
  return before + content + after;
}
