import { describe } from 'vitest';
import { findPostgres } from '../local/real-postgres.ts';
import { findPostgrest } from '../local/real-stack.ts';

/** Tests that need PostgreSQL and PostgREST. In CI a missing one is a failure and not a skipped test. */
export function onRealStack(title: string, tests: () => void): void {
  const isThere = (findPostgres() && findPostgrest()) || process.env.CI;
  if (isThere) describe(title, tests);
  else describe.skip(`${title} (not for ${process.platform} ${process.arch})`, tests);
}
