import { roleOf } from '../../build/settings.ts';
import { type Answer, ask, isOk, summaryOf } from './ask.ts';
import { check, type Finding } from './finding.ts';
import { KEPT_LONG } from './page.ts';

const SECRETS: ReadonlyArray<readonly [kind: string, pattern: RegExp]> = [
  ['a Supabase secret key', /sb_secret_[\w-]{10,}/],
  ['a Supabase access token', /sbp_[0-9a-f]{20,}/],
  ['a PostHog personal key', /phx_[A-Za-z0-9]{20,}/],
  ['a database password', /postgres(?:ql)?:\/\/[^\s:/@"'`]+:[^\s@"'`]+@/],
];

/** That every script is there, is kept by caches, and that none holds a secret. */
export async function checkScripts(page: Answer, paths: readonly string[]): Promise<Finding[]> {
  const scripts = await Promise.all(paths.map((path) => ask(new URL(path, page.url))));
  const missing = scripts.find((script) => !isOk(script, /javascript/));
  const dropped = scripts.find(
    ({ status, headers }) => status === 200 && !KEPT_LONG.test(headers.get('cache-control') ?? ''),
  );
  const secrets = [page, ...scripts].flatMap(({ url, text }) =>
    secretsIn(text).map((secret) => `${secret} in ${url.pathname}`),
  );
  return [
    check(
      !missing,
      'all scripts are there',
      missing ? `${missing.url.pathname}: ${summaryOf(missing)}` : `${scripts.length} files`,
      'Deploy all of dist/ at once, and let the host serve files before any fallback.',
    ),
    check(
      !dropped,
      'caches keep them',
      dropped
        ? `${dropped.url.pathname}: ${dropped.headers.get('cache-control') ?? 'no Cache-Control'}`
        : 'for long',
      'Send Cache-Control: public, max-age=31536000, immutable for /assets/.',
    ),
    check(
      secrets.length === 0,
      'no secret in page or scripts',
      secrets.join(', ') || 'none',
      'Revoke that key now: it is public. Then build with the publishable one.',
    ),
  ];
}

/** The kinds of secrets in a text; the secrets themselves are not repeated. */
function secretsIn(text: string): string[] {
  const kinds = SECRETS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  const tokens = text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  if (tokens.some((token) => roleOf(token) === 'service_role')) kinds.push('a service_role key');
  return kinds;
}
