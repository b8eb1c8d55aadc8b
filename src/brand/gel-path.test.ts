import { expect, test } from 'vitest';
import { gelPaths } from './gel-path';

test.each([
  ['far apart have an outline each', 80, 2],
  ['near each other melt into one outline', 45, 1],
  ['that overlap melt into one outline', 30, 1],
])('two bodies %s, with paths that can be drawn', (_, x, outlines) => {
  const paths = gelPaths([20, 20, 10], [x, 20, 10]);
  expect(paths).toHaveLength(outlines);
  for (const path of paths) expect(path).toMatch(/^M[-\d. MCAaZ]+Z$/);
});
