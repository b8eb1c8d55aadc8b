import type { Settings } from './settings.ts';

const NOTHING_HOSTED: Required<Record<keyof Settings, string>> = {
  VITE_SUPABASE_URL: '',
  VITE_SUPABASE_ANON_KEY: '',
  VITE_POSTHOG_KEY: '',
  VITE_POSTHOG_HOST: '',
  POSTHOG_UPSTREAM: '',
  VITE_SITE_URL: '',
  HOSTING: '',
};

/**
 * The variables of a page that is tested, measured or photographed: its database is in memory and
 * nothing hosted is reached, whatever the environment or a `.env` says.
 *
 * @param services of this machine that the page may reach
 */
export function localPageEnv(services: Partial<Settings> = {}): Record<string, string> {
  return { ...NOTHING_HOSTED, EMBEDDED_DATA_DIR: 'memory://', EMBEDDED_SOCKET: '', ...services };
}
