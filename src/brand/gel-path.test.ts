import { expect, test } from 'vitest';
import { gelPaths } from './gel-path';

test.each([
  ['far apart have an outline each', [20, 80], 2],
  ['near each other melt into one outline', [20, 45], 1],
  ['that overlap melt into one outline', [20, 30], 1],
  ['at one place are one circle', [20, 20], 1],
  ['in a row melt each with the next', [10, 30, 50, 120], 2],
])('bodies %s, with paths that can be drawn', (_, places, outlines) => {
  const paths = gelPaths(places.map((x) => [x, 20, 10]));
  expect(paths).toHaveLength(outlines);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MCAaZ]+Z$/);
});
