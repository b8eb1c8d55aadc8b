import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { PAGES, prerenderPages } from './prerender.ts';

/** A site with one picture, whose styles are a CSS module. */
const FILES = {
  '.env': 'VITE_PLACE=a-place',
  'package.json': '{ "type": "module" }',
  'src/before-react.ts': 'document.title;',
  'src/main.tsx': `
    import { page } from './page.module.css';
    document.title = page + import.meta.env.VITE_PLACE;
    document.onclick = () => import('./lazy');`,
  'src/lazy.ts': "import './lazy.css'; document.title = 'lazy';",
  'src/lazy.css': '.lazy { top: 0; }',
  'src/page.module.css': '.page { background: url("./picture.svg"); }',
  'src/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" />',
};

/** Builds the site, and returns its folder. */
async function buildSite(renderToHtml: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'prerender-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src'));
  await cp('index.html', join(root, 'index.html'));
  const files = { ...FILES, 'src/render-to-html.tsx': `export const paths = ['/']; ${renderToHtml}` };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const plugins = [prerenderPages({})];
  const builder = await createBuilder({ root, configFile: false, logLevel: 'silent', plugins }, null);
  await builder.buildApp();
  return join(root, 'dist');
}

test('a picture, a class, and a variable are the same in the HTML, in the styles, and in the scripts', async () => {
  const dist = await buildSite(`
    import { page } from './page.module.css';
    import picture from './picture.svg';
    export const renderToHtml = async () => ({ head: '', body: \`<img class="\${page}" alt="\${import.meta.env.VITE_PLACE}" src="\${picture}">\` });
  `);
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const [, name, address = ''] = /<img class="(\w+)" alt="a-place" src="([^"]+)">/.exec(html) ?? [];
  const [script = ''] = /assets\/main-[\w-]+\.js/.exec(html) ?? [];
  expect(await readFile(join(dist, script), 'utf8')).toMatch(RegExp(`${name}.*a-place`));
  expect(html).toContain(`.${name}{background:url(${address})}`);
  // Of a component that is loaded later.
  expect(html).toContain('.lazy{top:0}');
  expect(await readFile(join(dist, address), 'utf8')).toBe(FILES['src/picture.svg']);
  const pages = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.html'));
  expect(pages.sort()).toEqual(Object.values(PAGES).sort());
});

test.each([
  [`({ head: '', body: '' }); paths.push('/terms')`, '/terms has no file. Add it to PAGES'],
  [`({ head: '', body: '' }); paths.push('/r/$code')`, '/r/$code has a parameter'],
  [`({ head: '', body: '<img src="/src/picture.svg">' })`, '="/src/picture.svg" works in development only'],
  [`({ head: '', body: '<p style="top: 0">' })`, '<p style="top: 0" works in development only'],
  [`({ head: '<style>a { background: url("data:,") }</style>', body: '' })`, 'Content-Security-Policy blocks data:,'],
])('the build stops for %s', async (renders, message) => {
  await expect(buildSite(`export const renderToHtml = async () => ${renders};`)).rejects.toThrow(message);
});

const policyOf = (html: string) => contentSecurityPolicy(html, { VITE_SUPABASE_URL: 'https://api.example' });

test.each([
  '<script async src="https://a.example/a.js"></script>',
  '<link href="https://a.example/a.css" rel="stylesheet">',
  '<style>@import "https://a.example/a.css"; a { color: red }</style>',
  '<iframe src="https://a.example/a"></iframe>',
  '<video src="https://a.example/a.mp4" poster="/a.jpg"></video>',
  '<img src="//a.example/a.png" srcset="/b.png 2x">',
  // The policy allows requests to it, and no pictures.
  '<img alt="" src="https://api.example/a.jpg">',
])('%s is blocked, and so stops the build', (html) => {
  expect(() => policyOf(html)).toThrow(/Content-Security-Policy blocks (https:)?\/\/a(pi)?\.example\/a/);
});

test('links to other sites, and files of the page, are not blocked', () => {
  const html = `<link rel="canonical" href="https://a.example/"><a href="https://a.example/">a</a><img src="/a.jpg">`;
  expect(policyOf(html)).toContain("connect-src 'self' https://api.example");
});
