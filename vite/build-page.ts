import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isolatedEnv, type Settings } from './settings.ts';

/**
 * Builds a page that is tested, with these settings alone: as for production if they name a
 * database, otherwise as `npm start` does.
 *
 * @param dist the folder for the built files
 * @param root the folder of the project
 * @throws when the build fails
 */
export async function buildLocalPage(dist: string, settings: Settings = {}, root = '.'): Promise<void> {
  const mode = settings.VITE_SUPABASE_URL ? 'production' : 'preview';
  const env = { ...process.env, ...isolatedEnv(settings) };
  await promisify(execFile)('npx', ['vite', 'build', '--mode', mode, '--outDir', dist], {
    cwd: root,
    env,
    shell: process.platform === 'win32',
  });
}
