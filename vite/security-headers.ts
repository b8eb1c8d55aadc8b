import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Settings } from './settings.ts';

/** HTTP headers by name. */
type Headers = Record<string, string>;

/**
 * Builds the headers of every response. The policy lists what a page may do and forbids the rest.
 *
 * @param html the HTML of all pages: their inline scripts and styles are allowed by their hashes
 */
export async function commonHeaders(html: string, settings: Settings): Promise<Headers> {
  const called = [settings.VITE_SUPABASE_URL, settings.VITE_POSTHOG_HOST].flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  );
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, 'script')],
    'style-src': ["'self'", ...hashes(html + (await stylesOfSonner()), 'style')],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'manifest-src': ["'self'"],
    // Some tools read the page's own robots.txt from within the page.
    'connect-src': ["'self'", ...called],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => [directive, ...new Set(sources)].join(' '))
      .join('; '),
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/**
 * Returns the headers that a built file has besides the common ones, by the path that it is served at.
 *
 * Each file has a rule of its own. A pattern such as `/assets/*` would make the 404 of a missing
 * file immutable on several hosts, and a rollback would then lock out who has that 404 cached.
 */
export function fileHeaders(path: string, isPage: boolean): Headers {
  const forOwnSite = { 'Cross-Origin-Resource-Policy': 'same-origin' };
  if (isPage) return { 'Cache-Control': 'no-cache', ...forOwnSite };
  if (path.startsWith('/assets/')) {
    return { 'Cache-Control': 'public, max-age=31536000, immutable', ...forOwnSite };
  }
  // Chat apps and search engines show the link preview's picture and the icons.
  const isShown = /\.(jpg|png|svg)$/.test(path);
  return isShown ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {};
}

/** Returns the hashes of all inline elements of this name. */
function hashes(html: string, element: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(inline, ([, content = '']) => `'sha256-${hashOf(content)}'`);
}

/**
 * Returns the `<style>` elements that sonner inserts: first empty, then filled.
 *
 * @throws when sonner no longer inserts them this way
 */
async function stylesOfSonner(): Promise<string> {
  const code = await readFile(createRequire(import.meta.url).resolve('sonner'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
  if (!literal) throw new Error('sonner no longer inserts its styles as one string.');
  return `<style></style><style>${JSON.parse(literal)}</style>`;
}

/** The SHA-256 hash of a file or an inline element. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
