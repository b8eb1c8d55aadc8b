import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

/** Headers for the paths that begin like `path` (ending in `*`) or are equal to it. */
export type HeaderRule = { path: string; headers: Record<string, string> };

const FOR_OWN_SITE = { 'Cross-Origin-Resource-Policy': 'same-origin' };

/**
 * The headers of every answer. What the page may do is listed; nothing else is allowed.
 *
 * @param pages the HTML files in `dist` whose inline scripts and styles are allowed by their hashes
 */
export async function headerRules(
  dist: string,
  pages: readonly string[],
  settings: Settings,
): Promise<HeaderRule[]> {
  const html = (await Promise.all(pages.map((page) => readFile(join(dist, page), 'utf8')))).join();

  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, 'script')],
    'style-src': ["'self'", ...hashes(html, 'style'), ...(await sonnerStyleHashes())],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': connections(settings),
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
    { path: '/', headers: { 'Cache-Control': 'no-cache', ...FOR_OWN_SITE } },
    {
      path: '/assets/*',
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable', ...FOR_OWN_SITE },
    },
    // Chat apps and search engines show the link preview's picture and the icons.
    ...(await readdir(dist))
      .filter((file) => /\.(jpg|png|svg)$/.test(file))
      .map((file) => ({
        path: `/${file}`,
        headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
      })),
  ];
}

/** The headers that the rules give to a path. */
export function headersFor(path: string, rules: readonly HeaderRule[]): Record<string, string> {
  const matching = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
  );
  return Object.assign({}, ...matching.map(({ headers }) => headers));
}

/** The page's own files always, robots.txt too, which some tools read from within the page. */
function connections({ VITE_SUPABASE_URL, VITE_POSTHOG_HOST }: Settings): string[] {
  const others = [VITE_SUPABASE_URL, VITE_POSTHOG_HOST].flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  );
  return ["'self'", ...others];
}

/** The hashes of all inline elements of this name. */
function hashes(html: string, element: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(inline, ([, content = '']) => hash(content));
}

/**
 * sonner puts its styles into a `<style>` of its own, empty first and then filled.
 *
 * @throws when sonner no longer does it this way
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
