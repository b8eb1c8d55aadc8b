import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import type { FileRouteTypes } from '../src/routeTree.gen.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

/** The file of each route, and of the not-found page, which every path without a route shows. */
export const PAGES: Record<FileRouteTypes['fullPaths'] | '/404', string> = { '/': 'index.html', '/404': '404.html' };

/** The places in the index.html that Vite has built, where the content of a page goes. */
const CHARSET = '<meta charset="utf-8" />';
const SCRIPT = /<script type="module" src="\/src\/before-react.ts"\s*><\/script>/;
const STYLES = /<link rel="stylesheet"[^>]*>/;
const ROOT = '<div id="root">';

/** An attribute with the address of a source file, which only the development server has. */
const SOURCE = /[\w-]+="\/src\/[^"]*"/;

/**
 * Writes every page. A page is the index.html that Vite has built, with these in it: the HTML and the tags of the page,
 * a preconnect, the script that runs before React, the styles, and the Content-Security-Policy.
 *
 * Vite builds the components twice, with the same settings and plugins: for the browser, its environment `client`, and
 * for rendering them here, its environment `ssr`.
 *
 * @throws if a page cannot be rendered or has the address of a source file, or if index.html lacks one of the places
 */
export function prerenderPages(settings: Settings): Plugin {
  let pages: Awaited<ReturnType<typeof renderPages>>;
  return {
    name: 'prerender-pages',
    apply: 'build',
    config: ({ build }) => ({
      builder: { sharedConfigBuild: true },
      // Small files, too, have addresses: the Content-Security-Policy blocks `data:`.
      build: { assetsInlineLimit: 0 },
      environments: {
        client: {
          // before-react.ts is built separately, because its code moves into the document.
          build: { rolldownOptions: { input: { main: 'index.html', 'before-react': 'src/before-react.ts' } } },
        },
        ssr: {
          // Otherwise, Node would load the packages as they are, with no plugins and no styles.
          resolve: { noExternal: true },
          build: {
            rolldownOptions: { input: 'src/render-to-html.tsx' },
            outDir: `${build?.outDir ?? 'dist'}/.ssr`,
            copyPublicDir: false,
            sourcemap: 'inline',
          },
        },
      },
    }),
    async buildApp({ build, environments: { client, ssr } }) {
      if (!client || !ssr) throw new Error('Vite has not set up both environments.');
      await build(ssr);
      const folder = resolve(ssr.config.root, ssr.config.build.outDir);
      pages = await renderPages(folder, settings.VITE_SITE_URL).finally(() => rm(folder, { recursive: true }));
      await build(client);
    },
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite has written index.html.
      order: 'post',
      handler(_options, bundle) {
        const template = takeFile(bundle, (name) => name === 'index.html');
        const styles = takeFile(bundle, (name) => name.endsWith('.css') && template.includes(name));
        const script = takeFile(bundle, (name) => name.includes('before-react'));
        const api = settings.VITE_SUPABASE_URL;
        const preconnect = api ? `<link rel="preconnect" href="${api}" crossorigin>` : '';
        // The script is built as a module, but runs as a classic script. The function keeps its variables from becoming
        // globals. The attribute keeps Cloudflare's Rocket Loader from changing the script.
        const beforeReact = `<script data-cfasync="false">(() => {${script}})()</script>`;

        for (const { fileName, head, body } of pages) {
          let html = replaceOnce(template, SCRIPT, head + preconnect + beforeReact);
          html = replaceOnce(html, STYLES, `<style>${styles}</style>`);
          html = replaceOnce(html, ROOT, ROOT + body);
          const [source] = SOURCE.exec(html) ?? [];
          if (source)
            throw new Error(`${fileName}: only the development server has ${source}. Import the file instead.`);
          const policy = contentSecurityPolicy(html, settings);
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
          this.emitFile({ type: 'asset', fileName, source: replaceOnce(html, CHARSET, CHARSET + meta) });
        }
      },
    },
  };
}

/** Renders every page, with what Vite has built into this folder. */
async function renderPages(folder: string, siteUrl: string | undefined) {
  // The stack of an error names the source file.
  process.setSourceMapsEnabled(true);
  const { href } = pathToFileURL(join(folder, 'render-to-html.js'));
  const { renderToHtml }: typeof import('../src/render-to-html.tsx') = await import(href);
  const pages = Object.entries(PAGES).map(async ([path, fileName]) => {
    return { fileName, ...(await renderToHtml(path, siteUrl)) };
  });
  return Promise.all(pages);
}

/** Replaces what is in a text once. @throws when it is not there, or more than once */
function replaceOnce(html: string, part: string | RegExp, content: string): string {
  const [before, after, ...more] = html.split(part);
  if (after === undefined || more.length > 0) throw new Error(`index.html must have this once: ${part}`);
  return before + content + after;
}

/** Removes a file from what is built, and returns its text. @throws if it is not there, or needs another file */
function takeFile(bundle: Rolldown.OutputBundle, matches: (name: string) => boolean): string {
  const name = Object.keys(bundle).find(matches) ?? '';
  const file = bundle[name];
  if (!file) throw new Error('The build has no such file for index.html.');
  if (file.type === 'chunk' && file.imports.length > 0) throw new Error(`${name} must share no code with the app.`);
  delete bundle[name];
  return (file.type === 'chunk' ? file.code : String(file.source)).trim();
}
