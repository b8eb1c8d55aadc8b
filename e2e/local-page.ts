import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SETTING_NAMES, type Settings } from '../vite/settings.ts';

/**
 * Returns the variables of a page that is tested or measured: it reaches nothing hosted, whatever the
 * environment or a `.env` sets.
 *
 * @param services of this machine that the page may reach
 */
export function isolatedEnv(services: Partial<Settings> = {}): Record<string, string> {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  return { ...blank, ...services };
}

/** Builds such a page as for production into the folder `dist`; `root` has the project. */
export async function buildLocalPage(
  dist: string,
  services: Partial<Settings> = {},
  root = '.',
): Promise<void> {
  const mode = services.VITE_SUPABASE_URL ? 'production' : 'preview';
  // Vite and Vitest set NODE_ENV for what they run.
  const env = { ...process.env, NODE_ENV: 'production', ...isolatedEnv(services) };
  await promisify(execFile)('npx', ['vite', 'build', '--mode', mode, '--outDir', dist], {
    cwd: root,
    env,
    shell: process.platform === 'win32',
  });
}
