import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createBuilder } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prerender } from './prerender.ts';

const SOURCES = {
  'index.html': `<head>
    <link rel="preload" href="/src/ui/unbounded.woff2" as="font">
    <!--head-->
    <script type="module" src="/src/boot/boot.ts"></script>
    <script type="module" src="/src/main.tsx"></script>
  </head><body><div id="root"></div></body>`,
  'src/main.tsx': 'import "./ui/font.css"; import("./later.ts");',
  'src/later.ts': 'console.log("later")',
  'src/ui/font.css': '@font-face { font-family: U; src: url("./unbounded.woff2") }',
  'src/ui/unbounded.woff2': 'x'.repeat(5000),
  'src/boot/boot.ts': 'console.log("start")',
  'src/render-to-html.tsx': `export const [NOT_FOUND_PATH, sampleRow] = ['/404', {}];
    export const pagePaths = () => ['/', '/a/b'];
    export const renderToHtml = async (path: string) => ({
      route: path,
      html: path === '/' ? '<title>Home</title><h1>$&</h1><form></form>' : '<h1>Oops</h1>',
    })`,
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prerender-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Builds a small page, with other sources where given. */
async function build(changed: Partial<typeof SOURCES> = {}) {
  for (const [file, source] of Object.entries({ ...SOURCES, ...changed })) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), source);
  }
  const plugin = prerender({
    headOf: (path) => `<meta name="page" content="${path}">`,
    onWritten: async () => {},
  });
  const builder = await createBuilder(
    { root, configFile: false, logLevel: 'silent', plugins: [plugin] },
    null,
  );
  await builder.buildApp();
  const read = (file: string) => readFile(join(root, 'dist', file), 'utf8');
  return {
    landing: await read('index.html'),
    inFolder: await read('a/b.html'),
    notFound: await read('404.html'),
  };
}

test('each page has its words, its head, the styles and the starting script inside', async () => {
  const { landing, inFolder, notFound } = await build();

  expect(landing).toContain('<div id="root" data-route="/"><h1>$&</h1><form></form></div>');
  expect(landing).toMatch(/<title>Home<\/title><meta name="page" content="\/"><style>@font-face/);
  expect(landing).toMatch(/<script>[^<]*console\.log\([^<]*start[^<]*<\/script>/);
  expect(landing).toMatch(/rel="preload" href="\/assets\/unbounded-[\w-]+\.woff2"/);
  expect(inFolder).toContain('<meta name="page" content="/a/b">');
  expect(notFound).toContain('<div id="root" data-route="/404"><h1>Oops</h1>');
  expect(notFound).not.toContain('<meta name="page"');
});

test('the app’s files are on their way with the document, what comes later is not', async () => {
  const { landing } = await build();

  expect(landing).toMatch(/<link rel="modulepreload" href="\/assets\/main-[\w-]+\.js">/);
  expect(landing).not.toContain('later');
  expect(landing).not.toContain('src="/src');
});

test.each([
  '<!--head-->',
  '<div id="root">',
  '<script type="module" src="/src/main.tsx"></script>',
])('a template without %s stops the build', async (placeholder) => {
  const template = SOURCES['index.html'].replace(placeholder, '');
  await expect(build({ 'index.html': template })).rejects.toThrow(
    `index.html must have this once: ${placeholder}`,
  );
});

test.each([
  ['throws', 'throw new Error("no drawing")', 'no drawing'],
  ['has no form', 'return { html: "<h1>Hello</h1>" }', 'The page / has no <form>.'],
  ['has no heading', 'return { html: "<form></form>" }', 'The page / has no <h1>.'],
])('a landing page that %s stops the build', async (_, body, message) => {
  const source = `export const renderToHtml = async () => { ${body} };
    export const [NOT_FOUND_PATH, sampleRow] = ['/404', {}];
    export const pagePaths = () => ['/'];`;
  await expect(build({ 'src/render-to-html.tsx': source })).rejects.toThrow(message);
});
