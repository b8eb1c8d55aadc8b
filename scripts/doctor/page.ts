import { type BuildInfo, hashOf } from '../../vite/build-info.ts';
import { headersFor } from '../../vite/security-headers.ts';
import { roleOf } from '../../vite/settings.ts';
import { check, expected, type Finding, type Reply, request, summaryOf } from './request.ts';

/** Files that browsers use only with the right content type. */
const CONTENT_TYPES: ReadonlyArray<readonly [path: RegExp, contentType: RegExp]> = [
  [/\/[^.]*$/, /^text\/html/],
  [/\.js$/, /javascript/],
  [/\.css$/, /^text\/css/],
  [/\.(jpg|png|svg)$/, /^image\//],
];

const SECRET =
  /sb_secret_[\w-]{10}|sbp_[0-9a-f]{20}|phx_[A-Za-z0-9]{20}|postgres(ql)?:\/\/[^\s:/@"'`]+:[^\s@"'`]+@/;

/** What is served is what was built: every file and header; other paths are not found. */
export async function* checkPage(page: URL, build: BuildInfo): AsyncGenerator<Finding> {
  const { '/404.html': notFoundHash, ...files } = build.files;
  const paths = Object.keys(files);
  const replies = await Promise.all(paths.map((path) => request(new URL(path, page))));
  const listOf = (isWrong: (reply: Reply) => boolean, detail: (reply: Reply) => string) =>
    replies
      .filter(isWrong)
      .map((reply) => `${reply.url.pathname} ${detail(reply)}`)
      .join(', ');

  const wrong = listOf(
    (reply) => hashOf(reply.bytes) !== files[reply.url.pathname] || reply.status !== 200,
    (reply) => (reply.status === 200 ? 'differs from the build' : summaryOf(reply)),
  );
  const whole = 'Deploy all of dist/ at once; switch off whatever the host does to its files.';
  yield check(!wrong, 'files', wrong || `${paths.length} as built`, whole);

  const mistyped = listOf(({ url, status, headers }) => {
    const type = CONTENT_TYPES.find(([path]) => path.test(url.pathname))?.[1];
    return status === 200 && type?.test(headers.get('content-type') ?? '') === false;
  }, summaryOf);
  yield check(!mistyped, 'content types', mistyped || 'right', 'Correct the type at the host.');

  const nowhere = await request(new URL(`/no-such-page-${Date.now()}`, page));
  const isOurs = hashOf(nowhere.bytes) === notFoundHash;
  const notFound = 'Have the host serve dist/404.html with status 404 for unknown paths.';
  const found = `${summaryOf(nowhere)}, ${isOurs ? 'our page' : 'not our page'}`;
  yield check(nowhere.status === 404 && isOurs, 'an unknown path', found, notFound);

  const gone = await request(new URL(`/assets/gone-${Date.now()}.js`, page));
  const caching = gone.headers.get('cache-control') ?? 'no Cache-Control';
  const isKept = /immutable|max-age=(?!0\b)/.test(caching);
  const locked =
    'Browsers keep this 404, and after a rollback the page does not start: set long caching for existing files only.';
  yield check(
    gone.status === 404 && !isKept,
    'a missing file',
    `${gone.status}, ${caching}`,
    locked,
  );

  yield* checkHeaders(
    replies.filter(({ status }) => status === 200),
    build,
  );

  const cookies = listOf(
    ({ headers }) => headers.has('set-cookie'),
    () => '',
  );
  yield check(!cookies, 'cookies', cookies || 'none', 'The page promises to store nothing.');
  const secrets = listOf(
    ({ text }) => hasSecret(text),
    () => 'has one',
  );
  yield check(!secrets, 'secret keys', secrets || 'none', 'Revoke that key now: it is public.');
  const plain = listOf(
    ({ url, bytes, headers }) =>
      /\/$|\.js$/.test(url.pathname) && bytes.length > 5000 && !headers.has('content-encoding'),
    ({ bytes }) => `${Math.round(bytes.length / 1000)} kB`,
  );
  yield expected(!plain, 'compression', plain || 'on', 'Have the host compress HTML and scripts.');
  yield* checkAddress(page, build.VITE_SITE_URL);
}

/** One line for each header. A host may add to a value. */
function* checkHeaders(replies: readonly Reply[], { rules }: BuildInfo): Generator<Finding> {
  for (const name of new Set(rules.flatMap(({ headers }) => Object.keys(headers)))) {
    const wrong = replies.find(({ url, headers }) => {
      const built = headersFor(url.pathname, rules)[name];
      return built !== undefined && !headers.get(name)?.includes(built);
    });
    const found = wrong && `${wrong.headers.get(name) ?? 'missing'} at ${wrong.url.pathname}`;
    const todo =
      'Deploy dist/ with its _headers, .vercel/output or dist-hosts/ (docs/deploying.md).';
    yield check(!wrong, name, found ?? 'as built', todo);
  }
}

/** The address in link previews and the sitemap, and the addresses that must lead to it. */
async function* checkAddress(page: URL, siteUrl: string | undefined): AsyncGenerator<Finding> {
  const isHere = siteUrl !== undefined && new URL(siteUrl).origin === page.origin;
  const todo =
    'Build with VITE_SITE_URL set to the public address; on a trial deployment ignore this.';
  yield expected(
    isHere,
    'public address',
    siteUrl ?? 'not set: no preview picture, no sitemap',
    todo,
  );
  if (!isHere || page.protocol !== 'https:') return;
  const others = [`http://${page.host}/`];
  others.push(
    page.host.startsWith('www.') ? `https://${page.host.slice(4)}/` : `https://www.${page.host}/`,
  );
  for (const other of others) {
    const { url, status, text } = await request(new URL(other));
    const found = status === 0 ? text : `leads to ${url.href}`;
    yield expected(url.origin === page.origin, other, found, `Redirect it to ${page.href}`);
  }
}

/** Secret keys of Supabase and PostHog, and passwords of databases. */
function hasSecret(text: string): boolean {
  const tokens = text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  return SECRET.test(text) || tokens.some((token) => roleOf(token) === 'service_role');
}
