import { createRootRoute, createRoute, notFound, redirect } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { pagePaths, renderToHtml } from './render-to-html';

const root = createRootRoute();
const options = { getParentRoute: () => root };
vi.mock('../routeTree.gen', () => ({
  get routeTree() {
    return root.addChildren([
      createRoute({ ...options, path: '/', component: () => <h1>Home</h1> }),
      createRoute({ ...options, path: '/about/', component: About }),
      createRoute({ ...options, path: '/user/$id', component: () => <h1>User</h1> }),
      createRoute({ ...options, path: '/broken', component: Broken }),
      createRoute({ ...options, path: '/no-data', loader: () => Promise.reject(new Error('down')) }),
      createRoute({ ...options, path: '/moved', beforeLoad: () => redirect({ to: '/', throw: true }) }),
      createRoute({ ...options, path: '/gone', loader: () => notFound({ throw: true }) }),
    ]);
  },
}));

function About() {
  return (
    <>
      <title>About</title>
      <h1>About</h1>
    </>
  );
}

function Broken(): never {
  throw new Error('A drawing is missing.');
}

// As at build time, where there is no document.
beforeEach(() => void vi.stubGlobal('document', undefined));

test('a page has the id of its route, and the tags of link previews with absolute addresses', async () => {
  const { head, body, route } = await renderToHtml('/about', 'https://gel.example');
  expect(body).toContain('<h1>About</h1>');
  expect(route).toBe('/about/');
  expect(head).toMatch(/^<title>About<\/title>/);
  expect(head).toContain('<meta property="og:url" content="https://gel.example/about"/>');
  expect(head).toContain('<meta property="og:image" content="https://gel.example/og.jpg"/>');
  expect(head).toContain('<link rel="canonical" href="https://gel.example/about"/>');
});

test('without the site’s address, link previews have text only', async () => {
  const { head } = await renderToHtml('/about');
  expect(head).toContain('<meta property="og:title" content="gel — meet. connect. gel."/>');
  expect(head).not.toMatch(/og:image|og:url|canonical|undefined/);
});

test('rejects a route with a parameter', () => {
  expect(pagePaths).toThrow('The route /user/$id cannot be prerendered: it has a parameter.');
});

test.each([
  ['/broken', 'A drawing is missing.'],
  ['/no-data', 'down'],
  ['/moved', 'The route /moved cannot be prerendered: it leads to another page.'],
  ['/gone', 'The route /gone cannot be prerendered: it leads to another page.'],
])('rejects %s: %s', async (path, message) => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  await expect(renderToHtml(path)).rejects.toThrow(message);
});
