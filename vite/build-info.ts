import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { z } from 'zod';
import type { HeaderRule } from './security-headers.ts';
import type { Settings } from './settings.ts';

/** Says to the doctor what was built. All of it is public: whoever sees the page sees it, too. */
export const buildInfo = z.object({
  /** The hash of every file, by the path that it is served at. */
  files: z.record(z.string(), z.string()),
  rules: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
  VITE_SUPABASE_URL: z.url().optional(),
  VITE_SUPABASE_ANON_KEY: z.string().optional(),
  VITE_POSTHOG_KEY: z.string().optional(),
  VITE_POSTHOG_HOST: z.string().optional(),
  VITE_SITE_URL: z.url().optional(),
});

export type BuildInfo = z.infer<typeof buildInfo>;

/** Writes `build.json` when all other files are there; whatever else is set stays out of it. */
export async function writeBuildInfo(
  dist: string,
  rules: HeaderRule[],
  settings: Settings,
): Promise<void> {
  const files: BuildInfo['files'] = {};
  for (const file of await readdir(dist, { recursive: true })) {
    if (extname(file) === '') continue; // A folder.
    const path = file === 'index.html' ? '/' : `/${file.replaceAll('\\', '/')}`;
    files[path] = hashOf(await readFile(join(dist, file)));
  }
  const info = buildInfo.parse({ ...settings, files, rules });
  await writeFile(join(dist, 'build.json'), JSON.stringify(info));
}

/** What tells a file from any other. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
