import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, gelPaths } from './gel-path';

const SMALL: Body = [30, 30, 5];
const LARGE: Body = [30, 32, 20];

test('bodies far apart are circles, an outline each', () => {
  const outlines = gelPaths([
    [20, 20, 10],
    [80, 20, 10],
  ]);
  expect(outlines).toHaveLength(2);
  expect(outlines.join()).not.toContain('C');
});

test('bodies that come near each other melt into one outline', () => {
  const outlines = gelPaths([
    [20, 20, 10],
    [45, 20, 10],
  ]);
  expect(outlines).toHaveLength(1);
  expect(outlines[0]).toContain('C');
});

test('in a crowd each melts with the next', () => {
  const crowd: Body[] = [10, 30, 50, 120].map((x) => [x, 20, 10]);
  expect(gelPaths(crowd)).toHaveLength(2);
});

test.each([
  ['first', [LARGE, SMALL]],
  ['second', [SMALL, LARGE]],
] as const)('a body inside the %s is swallowed by it', (_, bodies) => {
  expect(gelPaths(bodies)).toEqual(['M10 32a20 20 0 1 0 40 0a20 20 0 1 0 -40 0Z']);
});

test('bodies wherever they are give paths that can be drawn', () => {
  const coordinate = fc.integer({ min: -200, max: 200 });
  const body = fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 100 }));

  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), (bodies) => {
      for (const path of gelPaths(bodies)) expect(path).toMatch(/^M[-\d. MCAaZ]+Z$/);
    }),
  );
});
