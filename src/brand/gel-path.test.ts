import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gelPaths } from './gel-path';

test.each([
  ['far apart have an outline each', [20, 80], 2],
  ['near each other melt into one outline', [20, 45], 1],
  ['in a row melt each with the next', [10, 30, 50, 120], 2],
])('bodies %s', (_, places, outlines) => {
  expect(gelPaths(places.map((x) => [x, 20, 10]))).toHaveLength(outlines);
});

test('bodies at any place have paths that can be drawn', () => {
  const coordinate = fc.integer({ min: -200, max: 200 });
  const body = fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 100 }));

  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), (bodies) => {
      for (const path of gelPaths(bodies)) expect(path).toMatch(/^M[-\d. MCAaZ]+Z$/);
    }),
  );
});
