import { createElement, lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { Hero } from '../src/landing/hero.tsx';
import { renderToHtml } from '../src/render-to-html.tsx';

vi.mock('../src/landing/hero.tsx', { spy: true });

test('the error of a component is thrown', async () => {
  vi.mocked(Hero).mockImplementation(() => {
    throw new Error('A component failed.');
  });
  await expect(renderToHtml('/', undefined)).rejects.toThrow('A component failed.');
});

test('a component that is loaded later is in its place, however long it is', async () => {
  const words = 'later '.repeat(9999);
  const Later = lazy(async () => ({ default: () => words }));
  vi.mocked(Hero).mockImplementation(() => createElement(Suspense, null, createElement(Later)));
  const { body } = await renderToHtml('/', undefined);
  expect(body.indexOf(words)).toBeGreaterThan(0);
  expect(body.indexOf(words)).toBeLessThan(body.indexOf('Get Early Access'));
});
