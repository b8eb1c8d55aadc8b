import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SETTING_NAMES, type Settings } from './settings.ts';

/**
 * Returns the variables of a page that is tested or measured: only the given settings are set, whatever
 * the environment or a `.env` contains, so that the page reaches nothing hosted.
 */
export function isolatedEnv(settings: Settings = {}): Record<string, string> {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  return { ...blank, ...settings };
}

/**
 * Builds such a page: as for production if the settings name a database, otherwise as `npm start` does.
 *
 * @param dist the folder for the built files
 * @param root the folder of the project
 * @throws when the build fails
 */
export async function buildLocalPage(
  dist: string,
  settings: Settings = {},
  root = '.',
): Promise<void> {
  const mode = settings.VITE_SUPABASE_URL ? 'production' : 'preview';
  // Vitest sets NODE_ENV to "test" for the tests that call this.
  const env = { ...process.env, NODE_ENV: 'production', ...isolatedEnv(settings) };
  await promisify(execFile)('npx', ['vite', 'build', '--mode', mode, '--outDir', dist], {
    cwd: root,
    env,
    shell: process.platform === 'win32',
  });
}
