import { createRootRoute, createRoute, notFound, redirect } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pagePaths, renderToHtml } from './render-to-html';

const root = createRootRoute();
const options = { getParentRoute: () => root };
vi.mock('./routeTree.gen', () => ({
  get routeTree() {
    return root.addChildren([
      createRoute({ ...options, path: '/', component: () => <h1>Home</h1> }),
      createRoute({ ...options, path: '/about/', component: () => <h1>About</h1> }),
      createRoute({ ...options, path: '/user/$id', component: () => <h1>User</h1> }),
      createRoute({ ...options, path: '/broken', component: Broken }),
      createRoute({
        ...options,
        path: '/no-data',
        loader: () => Promise.reject(new Error('down')),
      }),
      createRoute({
        ...options,
        path: '/moved',
        beforeLoad: () => redirect({ to: '/', throw: true }),
      }),
      createRoute({ ...options, path: '/gone', loader: () => notFound({ throw: true }) }),
    ]);
  },
}));

function Broken(): never {
  throw new Error('A drawing is missing.');
}

// As at build time, where there is no document.
beforeEach(() => void vi.stubGlobal('document', undefined));
afterEach(() => void vi.unstubAllGlobals());

test('a page is rendered with the id of its route', async () => {
  expect(await renderToHtml('/about')).toMatchObject({
    html: expect.stringContaining('<h1>About</h1>'),
    route: '/about/',
  });
});

test('a route with a parameter is refused by name', () => {
  expect(pagePaths).toThrow('The route /user/$id cannot be prerendered: it has a parameter.');
});

test.each([
  ['/broken', 'A drawing is missing.'],
  ['/no-data', 'down'],
  ['/moved', 'The route /moved cannot be prerendered: it leads to another page.'],
  ['/gone', 'The route /gone cannot be prerendered: it leads to another page.'],
])('%s is refused: %s', async (path, message) => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  await expect(renderToHtml(path)).rejects.toThrow(message);
});
