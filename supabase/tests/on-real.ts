import { describe } from 'vitest';
import { findPostgres } from '../local/real-postgres.ts';
import { findPostgrest } from '../local/real-stack.ts';

/** Tests that need PostgreSQL: two things at one instant, for the embedded one has a single session. */
export const onRealPostgres = whereThereIs(findPostgres(), 'PostgreSQL');

/** Tests that need PostgREST too. */
export const onRealStack = whereThereIs(findPostgres() && findPostgrest(), 'PostgREST');

/** In CI a missing one is a failure and not a skipped test. */
function whereThereIs(binary: string | undefined, what: string) {
  return (title: string, tests: () => void) =>
    binary !== undefined || process.env.CI
      ? describe(title, tests)
      : describe.skip(`${title} (no ${what} for ${process.platform} ${process.arch})`, tests);
}
