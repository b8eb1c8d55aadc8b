import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SETTING_NAMES, type Settings } from '../settings.ts';

/** The variables of a page that is built for a test: only these settings, whatever the environment or `.env` has. */
export function testEnv(only: Settings = {}): Record<string, string> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, only[name] ?? '']));
}

/**
 * Builds the page for a test into the folder `dist`.
 *
 * @param mode "preview", as `npm start` does, or another one, which needs the Supabase variables
 * @throws when the build fails
 */
export async function buildForTest(dist: string, mode: string, settings: Settings = {}): Promise<void> {
  await promisify(execFile)('npx', ['vite', 'build', '--mode', mode, '--outDir', dist], {
    // Without the variable of Vitest, so that the build is that of a release.
    env: { ...process.env, ...testEnv(settings), VITEST: undefined },
    shell: process.platform === 'win32',
  });
}
