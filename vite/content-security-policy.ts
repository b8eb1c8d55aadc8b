import { createHash } from 'node:crypto';
import type { Settings } from './settings.ts';

/**
 * Returns the Content-Security-Policy of one document. It is part of the document, so that no cache and no rollback can
 * pair it with another version. It lists what the page may do and forbids the rest. A document can't restrict who
 * frames it: that is in `public/_headers`.
 *
 * @param html the document: its inline scripts and styles are allowed by their hashes
 */
export function contentSecurityPolicy(html: string, settings: Settings): string {
  const { VITE_SUPABASE_URL, VITE_POSTHOG_HOST } = settings;
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self'", ...hashes(html, 'script')],
    'style-src': hashes(html, 'style'),
    'font-src': "'self'",
    'img-src': "'self'",
    // `'self'` is for the local database, and for Lighthouse, which fetches robots.txt from the page.
    'connect-src': ["'self'", VITE_SUPABASE_URL, VITE_POSTHOG_HOST].filter(Boolean),
    'form-action': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, sources].flat().join(' '))
    .join('; ');
}

/** Returns the hashes of all inline elements of this name. */
function hashes(html: string, element: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(inline, ([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}
