import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from './settings.ts';

/** Says to the doctor what a build consists of. All of it is public: the scripts hold it too. */
export const buildInfo = z.object({
  /** Paths. */
  scripts: z.array(z.string()).nonempty(),
  VITE_SUPABASE_URL: z.url().optional(),
  VITE_SUPABASE_ANON_KEY: z.string().optional(),
  VITE_POSTHOG_KEY: z.string().optional(),
  VITE_POSTHOG_HOST: z.string().optional(),
});

export type BuildInfo = z.infer<typeof buildInfo>;

/** Writes `build.json`; whatever else is among the settings stays out of it. */
export async function writeBuildInfo(dist: string, settings: Settings): Promise<void> {
  const files = await readdir(join(dist, 'assets'));
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => `/assets/${file}`);
  const info = buildInfo.parse({ ...settings, scripts });
  await writeFile(join(dist, 'build.json'), JSON.stringify(info));
}
