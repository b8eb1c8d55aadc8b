import { describe } from 'vitest';
import { hasRealStack } from '../local/real-server.ts';

/** Tests that need PostgreSQL and PostgREST. */
export function onRealStack(title: string, tests: () => void): void {
  if (hasRealStack) describe(title, tests);
  else describe.skip(`${title} (not for ${process.platform} ${process.arch})`, tests);
}
