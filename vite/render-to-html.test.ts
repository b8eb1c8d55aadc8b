import { expect, test, vi } from 'vitest';
import { renderToHtml } from '../src/render-to-html.tsx';

vi.mock('../src/landing/hero.tsx', () => ({
  Hero: () => {
    throw new Error('A component failed.');
  },
}));

test('the error of a component is thrown', async () => {
  await expect(renderToHtml('/', undefined)).rejects.toThrow('A component failed.');
});
