import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headerRules, headersFor } from './security-headers.ts';
import type { Settings } from './settings.ts';

let dist: string;

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'));
  await mkdir(join(dist, 'assets'));
});
afterEach(() => rm(dist, { recursive: true }));

/** The headers of every path, for a site of these pages. */
async function headersOf(pages: string[] = [], settings: Settings = {}) {
  for (const [index, html] of ['', ...pages].entries()) {
    await writeFile(join(dist, index === 0 ? '404.html' : `${index}.html`), html);
  }
  const written = pages.map((_, index) => ({ path: `/${index + 1}`, file: `${index + 1}.html` }));
  return headersFor('/nowhere', await headerRules({ dist, pages: written }, settings));
}

/** The sources that the policy allows for one directive. */
async function allowed(directive: string, pages: string[] = [], settings: Settings = {}) {
  const headers = await headersOf(pages, settings);
  const directives = headers['Content-Security-Policy']?.split('; ') ?? [];
  const found = directives.find((part) => part.startsWith(`${directive} `));
  return found?.split(' ').slice(1);
}

function sha256(content: string) {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

test('inline scripts and styles of every page are allowed by their hashes, each once', async () => {
  const shared = '<script>one()</script>';
  const pages = [
    `${shared}<style>a{}</style><script type="module" src="/main.js"></script>`,
    `${shared}<script>\n  two();\n</script><style>b{}</style>`,
  ];

  expect(await allowed('script-src', pages)).toEqual([
    "'self'",
    sha256('one()'),
    sha256('\n  two();\n'),
  ]);
  expect(await allowed('style-src', pages)).toEqual(
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
  const headers = await headersOf(['<script>one()</script>']);
  expect(headers['Content-Security-Policy']).not.toMatch(/unsafe-|\*|https?: /);
});

test.each<[string, Settings, string[]]>([
  ['its own origin, where robots.txt and the embedded backend are', {}, ["'self'"]],
  [
    'Supabase as well',
    { VITE_SUPABASE_URL: 'https://abc.supabase.co/' },
    ["'self'", 'https://abc.supabase.co'],
  ],
  [
    'Supabase and PostHog, as origins',
    {
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
      VITE_POSTHOG_HOST: 'https://eu.i.posthog.com/path',
    },
    ["'self'", 'https://abc.supabase.co', 'https://eu.i.posthog.com'],
  ],
  [
    'Supabase and its own proxy',
    { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_POSTHOG_HOST: '/ingest' },
    ["'self'", 'https://abc.supabase.co'],
  ],
])('the page may call %s', async (_, settings, sources) => {
  expect(await allowed('connect-src', [], settings)).toEqual(sources);
});

test('every path has the headers that a browser wants for a page of its own', async () => {
  expect(await headersOf()).toMatchObject({
    // Other subdomains, and a preload list that is slow to leave, are not the page's to decide.
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': expect.stringContaining('camera=()'),
  });
});

test('no header is longer than the hosts read', async () => {
  const page = Array.from({ length: 6 }, (_, index) => `<script>${index}</script>`).join('');
  for (const [name, value] of Object.entries(await headersOf([page]))) {
    expect(`  ${name}: ${value}`.length).toBeLessThan(2000);
  }
});
