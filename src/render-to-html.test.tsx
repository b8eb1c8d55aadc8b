import { expect, test, vi } from 'vitest';
import { renderToHtml } from './render-to-html';

vi.mock('./landing/hero', () => ({
  Hero: () => {
    throw new Error('A drawing is missing.');
  },
}));

test('what a component throws is thrown, and no page without it is delivered', async () => {
  // As at build time.
  vi.stubGlobal('document', undefined);
  const rendering = renderToHtml('/');
  await expect(rendering.finally(() => vi.unstubAllGlobals())).rejects.toThrow(
    'A drawing is missing.',
  );
});
