import { expect, test } from 'vitest';
import { commonHeaders, hashOf } from './security-headers.ts';
import type { Settings } from './settings.ts';

/** The sources that the policy allows for one directive. */
async function allowed(directive: string, html = '', settings: Settings = {}) {
  const headers = await commonHeaders(html, settings);
  const directives = headers['Content-Security-Policy']?.split('; ') ?? [];
  return directives
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);
}

const sha256 = (content: string) => `'sha256-${hashOf(content)}'`;

test('inline scripts and styles are allowed by their hashes, each once', async () => {
  const html = `<script>one()</script><style>a{}</style><script type="module" src="/a.js"></script>
    <script>one()</script><script>\n  two();\n</script><style>b{}</style>`;
  const scripts = ["'self'", sha256('one()'), sha256('\n  two();\n')];
  expect(await allowed('script-src', html)).toEqual(scripts);
  expect(await allowed('style-src', html)).toEqual(
    expect.arrayContaining(["'self'", sha256('a{}'), sha256('b{}')]),
  );
});

test('the styles that the toasts insert are allowed', async () => {
  const styles = await allowed('style-src');
  expect(styles).toContain(sha256(''));
  expect(styles).toHaveLength(3);
});

test('nothing is allowed that is not listed, and nothing unsafe is listed', async () => {
  expect(await allowed('default-src')).toEqual(["'none'"]);
  expect(await allowed('frame-ancestors')).toEqual(["'none'"]);
  expect(await allowed('base-uri')).toEqual(["'none'"]);
  const headers = await commonHeaders('<script>one()</script>', {});
  expect(headers['Content-Security-Policy']).not.toMatch(/unsafe-|\*|https?: /);
});

const VITE_SUPABASE_URL = 'https://abc.supabase.co/';
test.each<[Settings, string[]]>([
  [{}, []],
  [{ VITE_SUPABASE_URL }, ['https://abc.supabase.co']],
  [{ VITE_SUPABASE_URL, VITE_POSTHOG_HOST: '/ingest' }, ['https://abc.supabase.co']],
  [{ VITE_POSTHOG_HOST: 'https://events.example/path' }, ['https://events.example']],
])('with %o the page may call its own origin and %o', async (settings, sources) => {
  expect(await allowed('connect-src', '', settings)).toEqual(["'self'", ...sources]);
});

test('no header is longer than the hosts read', async () => {
  const html = Array.from({ length: 6 }, (_, index) => `<script>${index}</script>`).join('');
  for (const [name, value] of Object.entries(await commonHeaders(html, {}))) {
    expect(`  ${name}: ${value}`.length).toBeLessThan(2000);
  }
});
