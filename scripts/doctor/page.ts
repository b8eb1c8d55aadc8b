import { type BuildInfo, hashOf } from '../../vite/build-info.ts';
import { headersFor } from '../../vite/security-headers.ts';
import { roleOf } from '../../vite/settings.ts';
import { type Answer, ask, isOk, summaryOf } from './ask.ts';
import { check, doubtful, type Finding, good } from './finding.ts';

/** What a browser makes something of only under its own name. */
const CONTENT_TYPES: ReadonlyArray<readonly [path: RegExp, contentType: RegExp]> = [
  [/^\/$/, /^text\/html/],
  [/\.js$/, /javascript/],
  [/\.(jpg|png|svg)$/, /^image\//],
];

const SECRETS: ReadonlyArray<readonly [kind: string, pattern: RegExp]> = [
  ['a Supabase secret key', /sb_secret_[\w-]{10,}/],
  ['a Supabase access token', /sbp_[0-9a-f]{20,}/],
  ['a PostHog personal key', /phx_[A-Za-z0-9]{20,}/],
  ['a database password', /postgres(?:ql)?:\/\/[^\s:/@"'`]+:[^\s@"'`]+@/],
];

/**
 * That what is served is what was built, to the byte and with its headers: the form in the HTML, the
 * scripts, the icons, what search engines and link previews read.
 */
export async function checkPage(page: URL, build: BuildInfo): Promise<Finding[]> {
  const { '/404.html': notFoundHash, ...files } = build.files;
  const paths = Object.keys(files);
  const answers = await Promise.all(paths.map((path) => ask(new URL(path, page))));
  const wrong = answers.flatMap((answer) => wrongIn(answer, files) ?? []);

  const nowhere = await ask(new URL(`/no-such-page-${Date.now()}`, page));
  const isOurs = hashOf(nowhere.bytes) === notFoundHash;
  const cookie = answers.find(({ headers }) => headers.has('set-cookie'));
  const secrets = answers.flatMap(({ url, text }) =>
    secretsIn(text).map((secret) => `${secret} in ${url.pathname}`),
  );
  return [
    check(
      wrong.length === 0,
      'every file is as it was built',
      wrong.join(', ') || `${paths.length} files`,
      'Deploy all of dist/ at once; switch off whatever the host does to its files.',
    ),
    check(
      nowhere.status === 404 && isOurs,
      'an unknown path is a 404',
      `${summaryOf(nowhere)}, ${isOurs ? 'with our words' : 'not our page'}`,
      'Have the host serve dist/404.html with status 404, not the landing page.',
    ),
    checkAddress(page, build.VITE_SITE_URL),
    ...checkHeaders(
      answers.filter(({ status }) => status === 200),
      build,
    ),
    check(
      !cookie,
      'sets no cookie',
      cookie ? `at ${cookie.url.pathname}` : 'none',
      'Have the host set none: the page promises to store nothing.',
    ),
    check(
      secrets.length === 0,
      'no secret in page or scripts',
      secrets.join(', ') || 'none',
      'Revoke that key now: it is public. Then build with the publishable one.',
    ),
  ];
}

/** What is not as it was built, if anything. */
function wrongIn(answer: Answer, files: BuildInfo['files']): string | undefined {
  const { pathname } = answer.url;
  const contentType = CONTENT_TYPES.find(([path]) => path.test(pathname))?.[1] ?? /./;
  if (!isOk(answer, contentType)) return `${pathname}: ${summaryOf(answer)}`;
  return hashOf(answer.bytes) === files[pathname] ? undefined : `${pathname}: something else`;
}

/** The address that link previews, search engines and the sitemap are told. */
function checkAddress(page: URL, siteUrl: string | undefined): Finding {
  const what = 'its public address';
  const todo = 'Build with VITE_SITE_URL set to the public address.';
  if (!siteUrl) return doubtful(what, 'not known: no picture in link previews, no sitemap', todo);
  if (new URL(siteUrl).origin === page.origin) return good(what, siteUrl);
  return doubtful(what, `${siteUrl}, not this one`, `Fine on a trial deployment. ${todo}`);
}

/** A line for each header: where it is not as it was built, or that it is. Hosts may add to it. */
function checkHeaders(answers: readonly Answer[], { rules }: BuildInfo): Finding[] {
  const names = new Set(rules.flatMap(({ headers }) => Object.keys(headers)));
  return Array.from(names, (name) => {
    const wrong = answers.find(({ url, headers }) => {
      const built = headersFor(url.pathname, rules)[name];
      return built !== undefined && !headers.get(name)?.includes(built);
    });
    return check(
      !wrong,
      name,
      wrong ? `${wrong.headers.get(name) ?? 'missing'} at ${wrong.url.pathname}` : 'as built',
      'Deploy dist/ with its _headers (or .vercel/output), see "Going live".',
    );
  });
}

/** The kinds of secrets in a text; the secrets themselves are not repeated. */
function secretsIn(text: string): string[] {
  const kinds = SECRETS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  const tokens = text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  if (tokens.some((token) => roleOf(token) === 'service_role')) kinds.push('a service_role key');
  return kinds;
}
