import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Prerendered } from './prerender.ts';
import type { HeaderRule } from './security-headers.ts';
import { HOSTS, type Settings } from './settings.ts';

/** What was built, for the doctor. All of it is public: every visitor can read it. */
export const buildInfo = z.object({
  /** The hash of every file, by the path that it is served at. */
  files: z.record(z.string(), z.string()),
  /** A row as the page writes it. */
  row: z.record(z.string(), z.string().nullable()),
  rules: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
  HOSTING: z.enum(HOSTS).optional(),
  VITE_SUPABASE_URL: z.url().optional(),
  VITE_SUPABASE_ANON_KEY: z.string().optional(),
  VITE_POSTHOG_KEY: z.string().optional(),
  VITE_POSTHOG_HOST: z.string().optional(),
  VITE_SITE_URL: z.url().optional(),
});

export type BuildInfo = z.infer<typeof buildInfo>;

/** Writes `build.json`, last of all files that are served; no other setting is written. */
export async function writeBuildInfo(
  { dist, pages, row }: Prerendered,
  rules: readonly HeaderRule[],
  settings: Settings,
): Promise<void> {
  const files: BuildInfo['files'] = {};
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(dist, path).replaceAll('\\', '/');
    const page = pages.find((page) => page.file === file);
    files[page?.path ?? `/${file}`] = hashOf(await readFile(path));
  }
  const info = buildInfo.parse({ ...settings, files, rules, row });
  await writeFile(join(dist, 'build.json'), JSON.stringify(info));
}

/** The SHA-256 hash of a file. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
