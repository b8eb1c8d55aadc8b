import { join } from 'node:path';
import { type InlineConfig, type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from 'vite';
import type { FileRouteTypes } from '../src/routeTree.gen.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

/** The file of each route, and of the not-found page, which every path without a route shows. */
const PAGES: Record<FileRouteTypes['fullPaths'] | '/404', string> = { '/': 'index.html', '/404': '404.html' };

/** The places in the index.html that Vite has built, where the content of a page goes. */
const CHARSET = '<meta charset="utf-8" />';
const SCRIPT = /<script type="module" src="\/src\/before-react.ts"\s*><\/script>/;
const STYLES = /<link rel="stylesheet"[^>]*>/;
const ROOT = '<div id="root">';

/**
 * Writes every page. A page is the index.html that Vite has built, with four things in it: the HTML of the page, its
 * styles, the script that runs before React, and the Content-Security-Policy.
 *
 * @throws if a page cannot be rendered, or if index.html lacks one of the places
 */
export function prerenderPages(settings: Settings): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-pages',
    apply: 'build',
    // before-react.ts is built separately, because its code moves into the document.
    config: () => ({
      build: { rolldownOptions: { input: { main: 'index.html', 'before-react': 'src/before-react.ts' } } },
    }),
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      // After Vite has written index.html.
      order: 'post',
      async handler(_options, bundle) {
        const template = takeFile(bundle, (name) => name === 'index.html');
        const styles = takeFile(bundle, (name) => name.endsWith('.css') && template.includes(name));
        const script = takeFile(bundle, (name) => name.includes('before-react'));
        const { VITE_SUPABASE_URL: api, VITE_SITE_URL: siteUrl } = settings;
        const preconnect = api ? `<link rel="preconnect" href="${api}" crossorigin>` : '';
        // The script is built as a module, but runs as a classic script. The function keeps its variables from becoming
        // globals. The attribute keeps Cloudflare's Rocket Loader from changing the script.
        const beforeReact = `<script data-cfasync="false">(() => {${script}})()</script>`;

        const renderToHtml = await importRenderer(config);
        for (const [path, fileName] of Object.entries(PAGES)) {
          const { head, body } = await renderToHtml(path, siteUrl);
          let html = replaceOnce(template, SCRIPT, head + preconnect + beforeReact);
          html = replaceOnce(html, STYLES, `<style>${styles}</style>`);
          html = replaceOnce(html, ROOT, ROOT + body);
          const policy = contentSecurityPolicy(html, settings);
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
          this.emitFile({ type: 'asset', fileName, source: replaceOnce(html, CHARSET, CHARSET + meta) });
        }
      },
    },
  };
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

/** Rendering needs no styles, and Vite's plugin for styles fails in `runnerImport`. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

async function importRenderer({ root, mode }: ResolvedConfig) {
  const config: InlineConfig = { root, mode, logLevel: 'error', plugins: [withoutStyles] };
  const file = join(root, 'src/render-to-html.tsx');
  const { module } = await runnerImport<typeof import('../src/render-to-html.tsx')>(file, config);
  return module.renderToHtml;
}
