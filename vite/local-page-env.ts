import { SETTING_NAMES, type Settings } from './settings.ts';

/**
 * Returns the variables of a page that is tested, measured or photographed: its database is in
 * memory and it reaches nothing hosted, whatever the environment or a `.env` sets.
 *
 * @param services of this machine that the page may reach
 */
export function localPageEnv(services: Partial<Settings> = {}): Record<string, string> {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  return { ...blank, EMBEDDED_DATA_DIR: 'memory://', EMBEDDED_SOCKET: '', ...services };
}
