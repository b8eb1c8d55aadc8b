import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from 'vite';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

/** The path of each page, and its file. Every path without a route shows the not-found page. */
const PAGES = { '/': 'index.html', '/404': '404.html' };

/** What the build replaces in index.html. */
const CHARSET = '<meta charset="utf-8" />';
const SCRIPT = '<script type="module" src="/src/before-react.ts"></script>';
const ROOT = '<div id="root">';

/**
 * Writes every page: index.html with the HTML of the page, its styles, its policy, and the script that runs before
 * React inside. That script starts the app, whose files the browser preloads.
 *
 * @throws if a page cannot be rendered, or index.html lacks what is replaced
 */
export function writePages(settings: Settings): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'write-pages',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { input: 'src/main.tsx' } } }),
    configResolved: (resolved) => {
      config = resolved;
    },
    async generateBundle(_options, bundle) {
      const app = entryOf(Object.values(bundle));
      // In the order in which they run: first those that the entry imports.
      const files = [...app.imports, app.fileName].map((file) => `/${file}`);
      const { VITE_SUPABASE_URL: api, VITE_SITE_URL: siteUrl } = settings;
      const parts = [
        ...(api ? [`<link rel="preconnect" href="${api}" crossorigin>`] : []),
        `<style>${takeStyles(app, bundle)}</style>`,
        // The attribute keeps Cloudflare's Rocket Loader from changing the script.
        `<script data-cfasync="false">${await buildScript(config, files)}</script>`,
        ...files.map((file) => `<link rel="modulepreload" href="${file}">`),
      ];
      const template = await readFile(join(config.root, 'index.html'), 'utf8');
      const renderToHtml = await importRenderer(config);
      for (const [path, fileName] of Object.entries(PAGES)) {
        const { head, body } = await renderToHtml(path, siteUrl);
        const html = fillTemplate(template, { [SCRIPT]: head + parts.join(''), [ROOT]: ROOT + body });
        const policy = await contentSecurityPolicy(html, settings);
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
        this.emitFile({ type: 'asset', fileName, source: fillTemplate(html, { [CHARSET]: CHARSET + meta }) });
      }
    },
  };
}

/**
 * Puts what was built in its places.
 *
 * @throws when the template does not have one of them once
 */
export function fillTemplate(template: string, contents: Record<string, string>): string {
  return Object.entries(contents).reduce((html, [placeholder, content]) => {
    const [before, after, ...more] = html.split(placeholder);
    if (after === undefined || more.length > 0) throw new Error(`index.html must have this once: ${placeholder}`);
    return before + content + after;
  }, template);
}

function entryOf(output: (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): Rolldown.OutputChunk {
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (entry?.type !== 'chunk') throw new Error('Nothing was built.');
  return entry;
}

/** Every page has the app's styles inside, because its first paint needs them. Those of the toasts come with them. */
function takeStyles(app: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string {
  return Array.from(app.viteMetadata?.importedCss ?? [], (name) => {
    const file = bundle[name];
    delete bundle[name];
    return file?.type === 'asset' ? String(file.source).trim() : '';
  }).join('');
}

/** Builds the script that runs before React, which imports the app's files. */
async function buildScript({ root, mode }: ResolvedConfig, files: string[]): Promise<string> {
  const built = await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.APP_FILES': JSON.stringify(files.join(' ')) },
    build: { write: false, rolldownOptions: { input: 'src/before-react.ts', output: { format: 'iife' } } },
  });
  if (!('output' in built)) throw new Error('Nothing was built.');
  return entryOf(built.output).code.trim();
}

/** The client's build has the styles. */
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
