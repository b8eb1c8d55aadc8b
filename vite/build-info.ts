import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { commonHeaders, fileHeaders, hashOf } from './security-headers.ts';
import type { Settings } from './settings.ts';

const headers = z.record(z.string(), z.string());

/**
 * What was built. Every host's files are written from it, and `build.json` has it for the doctor:
 * every visitor can read it.
 */
export const buildInfo = z.object({
  /** The headers of every response. */
  headers,
  /** Each file by the path that it is served at, with its hash and the headers of its own. */
  files: z.record(z.string(), z.object({ file: z.string(), hash: z.string(), headers })),
  /** A row as the page writes it. */
  row: z.record(z.string(), z.string().nullable()),
  HOSTING: z.string().optional(),
  VITE_SUPABASE_URL: z.string().optional(),
  VITE_SUPABASE_ANON_KEY: z.string().optional(),
  VITE_POSTHOG_KEY: z.string().optional(),
  VITE_POSTHOG_HOST: z.string().optional(),
  VITE_SITE_URL: z.string().optional(),
});

export type BuildInfo = z.infer<typeof buildInfo>;

/** Describes what is in the folder `dist`; no other setting becomes part of it. */
export async function describeBuild(
  dist: string,
  row: BuildInfo['row'],
  settings: Settings,
): Promise<BuildInfo> {
  const files: BuildInfo['files'] = {};
  let html = '';
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const location = join(entry.parentPath, entry.name);
    const file = relative(dist, location).replaceAll('\\', '/');
    const content = await readFile(location);
    if (file.endsWith('.html')) html += content;
    const isPage = file.endsWith('.html') && file !== '404.html';
    const path = `/${isPage ? file.replace(/(^index)?\.html$/, '') : file}`;
    files[path] = { file, hash: hashOf(content), headers: fileHeaders(path, isPage) };
  }
  return buildInfo.parse({ ...settings, headers: await commonHeaders(html, settings), files, row });
}
