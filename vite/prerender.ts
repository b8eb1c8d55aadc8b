import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Plugin, type ResolvedConfig, type Rolldown, runnerImport } from 'vite';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

const HEAD_PLACEHOLDER =
  '<!-- vite/prerender.ts replaces this line and both scripts. The dev server runs the scripts as they are. -->';

/** The policy applies to what follows it in the document, and the encoding must come first. */
const CHARSET = '<meta charset="utf-8" />';

/**
 * Builds the app, the boot script, and every page. A page is index.html with the HTML of its route, its
 * policy, its styles, and the boot script inside. The boot script's element lists the app's files, and the browser
 * preloads them. Also writes `robots.txt` and `sitemap.xml`.
 *
 * @throws if a page cannot be rendered, or index.html lacks a placeholder
 */
export function prerender(settings: Settings): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    config: () => ({
      environments: {
        client: { build: { rolldownOptions: { input: 'src/main.tsx' } } },
        boot: {
          consumer: 'client',
          build: {
            write: false,
            rolldownOptions: { input: 'src/boot/boot.ts', output: { format: 'iife', codeSplitting: false } },
          },
        },
      },
      builder: {
        async buildApp({ environments, config, build }) {
          const dist = resolve(config.root, config.build.outDir);
          const outputOf = async (name: string) => {
            const environment = environments[name];
            const built = environment && (await build(environment));
            if (!built || !('output' in built)) throw new Error(`Nothing was built for ${name}.`);
            return built.output;
          };
          const app = await outputOf('client');
          const [boot] = await outputOf('boot');
          const pages = await renderPages(config, settings.VITE_SITE_URL);

          const { VITE_SUPABASE_URL: api } = settings;
          const preconnect = api ? `<link rel="preconnect" href="${api}" crossorigin>` : '';
          const template = await readFile(join(config.root, 'index.html'), 'utf8');
          const styles = await takeStyles(dist, app);
          const files = filesOf(app);
          const preloads = files.map((file) => `<link rel="modulepreload" href="${file}">`).join('');
          for (const { file, route, head, body } of pages) {
            const html = fill(template, {
              [HEAD_PLACEHOLDER]: `${preconnect}${head}<style>${styles}</style>`,
              '<script type="module" src="/src/boot/boot.ts"></script>': `<script data-files="${files.join(' ')}">${boot.code.trim()}</script>`,
              '<script type="module" src="/src/main.tsx"></script>': preloads,
              '<div id="root">': `<div id="root" data-route="${route}">${body}`,
            });
            const policy = await contentSecurityPolicy(html, settings);
            const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
            await mkdir(dirname(join(dist, file)), { recursive: true });
            await writeFile(join(dist, file), fill(html, { [CHARSET]: CHARSET + meta }));
          }
          const paths = pages.flatMap(({ path, file }) => (file === '404.html' ? [] : [path]));
          await writeRobots(dist, paths, settings.VITE_SITE_URL);
        },
      },
    }),
  };
}

/**
 * Puts what was built in the places that index.html has for it.
 *
 * @throws when the template does not have one of them once
 */
export function fill(template: string, contents: Record<string, string>): string {
  return Object.entries(contents).reduce((html, [placeholder, content]) => {
    const [before, after, ...more] = html.split(placeholder);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`index.html must have this once: ${placeholder}`);
    }
    return before + content + after;
  }, template);
}

type Output = Rolldown.RolldownOutput['output'];

/** Every page has the app's CSS inside, because its first paint needs it. The toasts' CSS comes with them. */
async function takeStyles(dist: string, output: Output): Promise<string> {
  let styles = '';
  for (const file of output[0].viteMetadata?.importedCss ?? []) {
    styles += (await readFile(join(dist, file), 'utf8')).trim();
    await rm(join(dist, file));
  }
  return styles;
}

/** The app's files in the order in which they run: first those that its script imports. */
function filesOf([{ imports, fileName }]: Output): string[] {
  return [...imports, fileName].map((file) => `/${file}`);
}

/** The client's build has the styles. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

async function renderPages({ root, define }: ResolvedConfig, siteUrl: string | undefined) {
  const { module } = await runnerImport<typeof import('../src/prerender/render-to-html.tsx')>(
    resolve(root, 'src/prerender/render-to-html.tsx'),
    { root, define: { ...define }, logLevel: 'error', plugins: [withoutStyles] },
  );
  const { NOT_FOUND_PATH, pagePaths, renderToHtml } = module;
  return Promise.all(
    [...pagePaths(), NOT_FOUND_PATH].map(async (path) => {
      const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
      return { path, file, ...(await renderToHtml(path, siteUrl)) };
    }),
  );
}

/** Writes `robots.txt` and, if the site's address is known, `sitemap.xml`. */
async function writeRobots(dist: string, paths: string[], siteUrl: string | undefined) {
  const sitemap = siteUrl && new URL('/sitemap.xml', siteUrl).href;
  const robots = `User-agent: *\nAllow: /\n${sitemap ? `\nSitemap: ${sitemap}\n` : ''}`;
  await writeFile(join(dist, 'robots.txt'), robots);
  if (!siteUrl) return;
  const urls = paths.map((path) => `<url><loc>${new URL(path, siteUrl).href}</loc></url>`);
  await writeFile(
    join(dist, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`,
  );
}
