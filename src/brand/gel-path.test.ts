import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, gelPath } from './gel-path';

const SMALL: Body = [30, 30, 5];
const LARGE: Body = [30, 32, 20];

/** The number of closed outlines. */
function outlines(path: string): number {
  return path.split('Z').length - 1;
}

test('bodies far apart are two circles', () => {
  const path = gelPath([20, 20, 10], [80, 20, 10]);
  expect(outlines(path)).toBe(2);
  expect(path).not.toContain('C');
});

test('bodies that come near each other melt into one outline', () => {
  const path = gelPath([20, 20, 10], [45, 20, 10]);
  expect(outlines(path)).toBe(1);
  expect(path).toContain('C');
});

test.each([
  ['first', [LARGE, SMALL]],
  ['second', [SMALL, LARGE]],
] as const)('a body inside the %s is swallowed by it', (_, [a, b]) => {
  expect(gelPath(a, b)).toBe('M10 32a20 20 0 1 0 40 0a20 20 0 1 0 -40 0Z');
});

test('every pair of bodies gives a path that can be drawn', () => {
  const coordinate = fc.integer({ min: -200, max: 200 });
  const body = fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 100 }));

  fc.assert(
    fc.property(body, body, (a, b) => {
      expect(gelPath(a, b)).toMatch(/^M[-\d. MCAaZ]+Z$/);
    }),
  );
});
