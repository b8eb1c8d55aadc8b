import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Prerendered } from './prerender.ts';
import { calledOrigins, type Settings } from './settings.ts';

/** The headers of one path, or of every path (`/*`). */
export type HeaderRule = { path: string; headers: Record<string, string> };

const FOR_OWN_SITE = { 'Cross-Origin-Resource-Policy': 'same-origin' };

/**
 * Builds the headers of every response. The policy lists what a page may do and forbids the rest.
 *
 * Each built file has a rule of its own. A pattern such as `/assets/*` would make the 404 of a
 * missing file immutable on several hosts, and a rollback would then lock out who has that 404 cached.
 *
 * The policy allows the pages' inline scripts and styles by their hashes.
 */
export async function headerRules(
  { dist, pages }: Pick<Prerendered, 'dist' | 'pages'>,
  settings: Settings,
): Promise<HeaderRule[]> {
  const documents = [...pages.map(({ file }) => file), '404.html'];
  const html = (
    await Promise.all(documents.map((file) => readFile(join(dist, file), 'utf8')))
  ).join();
  const filesIn = async (folder: string) => (await readdir(join(dist, folder))).toSorted();

  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, 'script')],
    'style-src': ["'self'", ...hashes(html, 'style'), ...(await sonnerStyleHashes())],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'manifest-src': ["'self'"],
    // Some tools read the page's own robots.txt from within the page.
    'connect-src': ["'self'", ...calledOrigins(settings)],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };

  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': Object.entries(policy)
          .map(([directive, sources]) => [directive, ...new Set(sources)].join(' '))
          .join('; '),
        'Strict-Transport-Security': 'max-age=63072000',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
    ...pages.map(({ path }) => ({
      path,
      headers: { 'Cache-Control': 'no-cache', ...FOR_OWN_SITE },
    })),
    ...(await filesIn('assets')).map((file) => ({
      path: `/assets/${file}`,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable', ...FOR_OWN_SITE },
    })),
    // Chat apps and search engines show the link preview's picture and the icons.
    ...(await filesIn('.'))
      .filter((file) => /\.(jpg|png|svg)$/.test(file))
      .map((file) => ({
        path: `/${file}`,
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      })),
  ];
}

/** Returns the headers that the rules give to a path. */
export function headersFor(path: string, rules: readonly HeaderRule[]): Record<string, string> {
  const matching = rules.filter((rule) => rule.path === '/*' || rule.path === path);
  return Object.assign({}, ...matching.map(({ headers }) => headers));
}

/** Returns the hashes of all inline elements of this name. */
function hashes(html: string, element: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(inline, ([, content = '']) => hash(content));
}

/**
 * Returns the hashes of the `<style>` that sonner inserts: first empty, then filled.
 *
 * @throws when sonner no longer inserts it this way
 */
async function sonnerStyleHashes(): Promise<string[]> {
  const code = await readFile(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
  if (!literal) throw new Error('sonner no longer inserts its styles as one string.');
  return [hash(''), hash(JSON.parse(literal) as string)];
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
