import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './settings.ts';

/** The sources that the policy allows for one directive. */
async function allowed(directive: string, html = '', settings: Settings = {}) {
  const policy = await contentSecurityPolicy(html, settings);
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `));
  return found?.split(' ').slice(1);
}

const sha256 = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

test('inline scripts and styles are allowed by their hashes, each once', async () => {
  const html = `<script>one()</script><style>a{}</style><script type="module" src="/a.js"></script>
    <script>one()</script><script>\n  two();\n</script><style>b{}</style>`;
  const scripts = ["'self'", sha256('one()'), sha256('\n  two();\n')];
  expect(await allowed('script-src', html)).toEqual(scripts);
  expect(await allowed('style-src', html)).toEqual(
    expect.arrayContaining(["'self'", sha256('a{}'), sha256('b{}')]),
  );
});

test('nothing is allowed that is not listed, and nothing unsafe is listed', async () => {
  expect(await allowed('default-src')).toEqual(["'none'"]);
  expect(await allowed('base-uri')).toEqual(["'none'"]);
  expect(await allowed('require-trusted-types-for')).toEqual(["'script'"]);
  expect(await allowed('trusted-types')).toEqual(["'none'"]);
  const policy = await contentSecurityPolicy('<script>one()</script>', {});
  expect(policy).not.toMatch(/unsafe-|\*|https?:|"/);
});

const VITE_SUPABASE_URL = 'https://abc.supabase.co';
const VITE_POSTHOG_HOST = 'https://events.example';
test.each<[Settings, string[]]>([
  [{}, []],
  [{ VITE_SUPABASE_URL }, [VITE_SUPABASE_URL]],
  [{ VITE_SUPABASE_URL, VITE_POSTHOG_HOST }, [VITE_SUPABASE_URL, VITE_POSTHOG_HOST]],
])('with %o the page may call its own origin and %o', async (settings, origins) => {
  expect(await allowed('connect-src', '', settings)).toEqual(["'self'", ...origins]);
});
