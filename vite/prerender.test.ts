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
  'src/render-to-html.tsx': `export const renderToHtml = async (path: string) =>
    path === '/' ? '<title>Home</title><h1>$&</h1><form></form>' : '<h1>Oops</h1><a href="/">Home</a>'`,
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
    headOf: (page) => `<meta name="page" content="${page}">`,
    onWritten: async () => {},
  });
  const builder = await createBuilder(
    { root, configFile: false, logLevel: 'silent', plugins: [plugin] },
    null,
  );
  await builder.buildApp();
  const read = (file: string) => readFile(join(root, 'dist', file), 'utf8');
  return { landing: await read('index.html'), notFound: await read('404.html') };
}

test('each page has its words, its head, the styles and the starting script inside', async () => {
  const { landing, notFound } = await build();

  expect(landing).toContain('<div id="root" data-page="landing"><h1>$&</h1><form></form></div>');
  expect(landing).toMatch(
    /<title>Home<\/title><meta name="page" content="landing"><style>@font-face/,
  );
  expect(landing).toMatch(/<script>[^<]*console\.log\([^<]*start[^<]*<\/script>/);
  expect(landing).toMatch(/rel="preload" href="\/assets\/unbounded-[\w-]+\.woff2"/);
  expect(notFound).toContain('<div id="root" data-page="not-found"><h1>Oops</h1>');
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

test('a page that throws stops the build with its error', async () => {
  const source = 'export const renderToHtml = async () => { throw new Error("no drawing") }';
  await expect(build({ 'src/render-to-html.tsx': source })).rejects.toThrow('no drawing');
});

test('a landing page without its form stops the build', async () => {
  const source = `export const renderToHtml = async () => '<h1>Hello</h1>'`;
  await expect(build({ 'src/render-to-html.tsx': source })).rejects.toThrow(
    'index.html has no <form',
  );
});
