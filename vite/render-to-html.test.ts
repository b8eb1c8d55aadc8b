import { expect, test, vi } from 'vitest';
import { renderToHtml } from '../src/render-to-html.tsx';

vi.mock('../src/landing/hero.tsx', () => ({
  Hero: () => {
    throw new Error('A component failed.');
  },
}));

test('a page whose component fails is not published without it', async () => {
  await expect(renderToHtml('/', undefined)).rejects.toThrow('A component failed.');
});
