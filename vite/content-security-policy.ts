import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import type { Settings } from './settings.ts';
import { HEADERS } from './static-host.ts';

const NONCE = 'development';

/** Gives the page of `npm run dev` the built page's policy and headers, so that what they block is blocked there, too. */
export const policyInDevelopment = (settings: Settings): Plugin => ({
  name: 'policy-in-development',
  apply: 'serve',
  config: () => ({
    // Vite puts the nonce on its own scripts and styles.
    html: { cspNonce: NONCE },
    // The header of the policy forbids frames, in which editors show the page.
    server: { headers: Object.fromEntries(HEADERS.filter(([name]) => name !== 'Content-Security-Policy')) },
  }),
  transformIndexHtml(html) {
    const attrs = { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy(html, settings, NONCE) };
    return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
  },
});

/**
 * Returns the Content-Security-Policy of a document, which lists what the page may do, and forbids the rest. It is part
 * of the document, so that no cache and no rollback can pair it with another version. `public/_headers` forbids frames.
 *
 * @param nonce what allows inline scripts and styles in development, where Vite adds them while the page runs. In a
 * built document, their hashes allow them.
 * @throws if the policy blocks something that the document loads
 */
export function contentSecurityPolicy(html: string, settings: Settings, nonce?: string): string {
  const inline = (element: string) => (nonce ? [`'nonce-${nonce}'`] : hashes(html, element));
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline('script')],
    'style-src': inline('style'),
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    // `'self'` is for the local database, and for Lighthouse, which fetches robots.txt from the page. In development,
    // Vite opens a WebSocket.
    'connect-src': ["'self'", settings.VITE_SUPABASE_URL, settings.VITE_POSTHOG_HOST, nonce && 'ws:'].filter(Boolean),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  // An origin that may only receive requests, such as Supabase's, is not allowed for pictures.
  const { 'connect-src': _, ...loading } = policy;
  const sources = Object.values(loading).flat();
  for (const [, inElement, inStyle = ''] of html.matchAll(LOADED)) {
    const address = inElement ?? inStyle;
    const [source = "'self'"] = /^(?:data:|blob:|(?:https?:)?\/\/[^/]+)/.exec(address) ?? [];
    if (!sources.includes(source))
      throw new Error(`The Content-Security-Policy blocks ${address.slice(0, 99)}. See the rules in CONTRIBUTING.md.`);
  }
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** The addresses that a document and its styles load. That of a link loads only if a visitor follows it. */
const LOADED =
  /(?<=<(?:script|img|video|audio|source|track|iframe|link(?=[^>]* rel="(?:stylesheet|preload|modulepreload|icon|manifest)"))\b[^>]*\s)(?:src|srcset|poster|href)="([^"]+)|(?:url\(|@import )["']?([^"')]+)/gi;

/** Returns the hashes of all inline elements of this name. */
function hashes(html: string, element: string): string[] {
  const inline = html.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'));
  return Array.from(inline, ([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}
