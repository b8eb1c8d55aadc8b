import { type BuildInfo, buildInfo } from '../../vite/build-info.ts';
import { roleOf } from '../../vite/settings.ts';
import { checkDatabase } from './database.ts';
import { check, type Finding, jsonOf, type Reply, request } from './request.ts';

/** Files that browsers use only with the right content type. */
const CONTENT_TYPES: ReadonlyArray<readonly [path: RegExp, contentType: RegExp]> = [
  [/\/[^.]*$/, / text\/html$/],
  [/\.js$/, /javascript/],
  [/\.css$/, / text\/css$/],
  [/\.(jpg|png|svg)$/, / image\//],
];

const SECRET =
  /sb_secret_[\w-]{10}|sbp_[0-9a-f]{20}|phx_[A-Za-z0-9]{20}|postgres(ql)?:\/\/[^\s:/@"'`]+:[^\s@"'`]+@/;

/** Checks a deployment from outside; the page's own `build.json` has what it must be like. */
export async function* examine(address: URL): AsyncGenerator<Finding> {
  const { url, summary } = await request(address);
  const isBelow = url.pathname !== '/';
  const root = 'Serve dist/ at the root of a domain: below a path its files are not found.';
  yield check('address', isBelow && url.href, root);
  const isPage = summary === '200 text/html';
  yield check('page', !isPage && summary, 'Deploy dist/ so that its index.html is served here.');
  if (!isPage || isBelow) return;

  const info = await request(new URL('/build.json', url));
  const { data: build } = buildInfo.safeParse(jsonOf(info));
  const whole = 'Deploy all of dist/, built from this version of the repository.';
  yield check('build.json', !build && info.summary, whole);
  if (!build) return;
  yield* checkFiles(url, build);
  yield* checkMissing(url, build);
  yield* checkAddress(url, build.VITE_SITE_URL);
  yield* checkDatabase(build);
  yield* checkAnalytics(url, build);
}

/** What is served is what was built: every file and header. */
async function* checkFiles(page: URL, build: BuildInfo): AsyncGenerator<Finding> {
  const { '/404.html': _, ...files } = build.files;
  const replies = await Promise.all(Object.keys(files).map((path) => request(new URL(path, page))));
  const wrongAt = (replies: Reply[], reasonOf: (reply: Reply) => string | false | null) =>
    replies
      .map((reply) => [reply.url.pathname, reasonOf(reply)])
      .filter(([, reason]) => reason)
      // Where one header is missing, it often is at every file.
      .slice(0, 3)
      .map((pathAndReason) => pathAndReason.join(' '))
      .join(', ');

  const differs = wrongAt(replies, ({ url, status, hash, summary }) => {
    if (status !== 200) return summary;
    return hash !== files[url.pathname]?.hash && 'differs from the build';
  });
  const whole = 'Deploy all of dist/ at once; switch off whatever the host does to its files.';
  yield check('files', differs, whole);

  const served = replies.filter(({ status }) => status === 200);
  const mistyped = wrongAt(served, ({ url, summary }) => {
    const type = CONTENT_TYPES.find(([path]) => path.test(url.pathname))?.[1];
    return type?.test(summary) === false && summary;
  });
  yield check('content types', mistyped, 'Correct the type at the host.');

  const own = Object.values(files).flatMap(({ headers }) => Object.keys(headers));
  for (const name of new Set([...Object.keys(build.headers), ...own])) {
    const wrong = wrongAt(served, ({ url, headers }) => {
      const built = files[url.pathname]?.headers[name] ?? build.headers[name] ?? '';
      // A host may add to a value.
      return !headers.get(name)?.includes(built) && built && (headers.get(name) ?? 'missing');
    });
    const read =
      'Deploy dist/ with its _headers, .vercel/output or dist-hosts/ (docs/deploying.md).';
    yield check(name, wrong, read);
  }

  const cookies = wrongAt(served, ({ headers }) => headers.get('set-cookie'));
  yield check('cookies', cookies, 'The page promises to store nothing.');
  const secrets = wrongAt(served, ({ text }) => hasSecret(text) && 'has one');
  yield check('secret keys', secrets, 'Revoke that key now: it is public.');
  const plain = wrongAt(served, ({ url, text, headers }) => {
    const isLarge = /\/$|\.js$/.test(url.pathname) && text.length > 5000;
    return isLarge && !headers.has('content-encoding') && `${Math.round(text.length / 1000)} kB`;
  });
  yield check('compression', plain, 'Have the host compress HTML and scripts.', '!');
}

/** Other paths are not found, and the browser keeps none of these responses. */
async function* checkMissing(page: URL, build: BuildInfo): AsyncGenerator<Finding> {
  const nowhere = await request(new URL(`/no-such-page-${Date.now()}`, page));
  const isOurs = nowhere.hash === build.files['/404.html']?.hash;
  const found = `${nowhere.summary}, ${isOurs ? 'our page' : 'not our page'}`;
  const notFound = 'Have the host serve dist/404.html with status 404 for unknown paths.';
  yield check('an unknown path', !(nowhere.status === 404 && isOurs) && found, notFound);

  const { status, headers } = await request(new URL(`/assets/gone-${Date.now()}.js`, page));
  const caching = headers.get('cache-control') ?? '';
  const isKept = /immutable|max-age=(?!0\b)/.test(caching);
  const locked =
    'Browsers keep this 404, and after a rollback the page does not start: set long caching for existing files only.';
  yield check('a missing file', (status !== 404 || isKept) && `${status}, ${caching}`, locked);
}

/** The address in link previews and the sitemap, and the addresses that must lead to it. */
export async function* checkAddress(page: URL, siteUrl?: string): AsyncGenerator<Finding> {
  const isHere = siteUrl !== undefined && new URL(siteUrl).origin === page.origin;
  const address = siteUrl ?? 'not set: no preview picture, no sitemap';
  const set =
    'Build with VITE_SITE_URL set to the public address; on a trial deployment ignore this.';
  yield check('public address', !isHere && address, set, '!');
  if (!isHere || page.protocol !== 'https:') return;
  const other = page.host.startsWith('www.') ? page.host.slice(4) : `www.${page.host}`;
  for (const address of [`http://${page.host}/`, `https://${other}/`]) {
    const { url, status, summary } = await request(new URL(address));
    const found = status === 0 ? summary : `leads to ${url.href}`;
    yield check(address, url.origin !== page.origin && found, `Redirect it to ${page}`, '!');
  }
}

/** PostHog's remote configuration, fetched before the first event, and an event, which is a POST. */
async function* checkAnalytics(page: URL, build: BuildInfo): AsyncGenerator<Finding> {
  const { VITE_POSTHOG_HOST: host, VITE_POSTHOG_KEY: key } = build;
  const keys = 'Build with VITE_POSTHOG_KEY and VITE_POSTHOG_HOST, or there are no events.';
  yield check('analytics', !key && 'the page has none', keys, '!');
  if (!host || !key) return;

  const todo = host.startsWith('/')
    ? `The page is built for ${build.HOSTING ?? 'Netlify or your own server'}. On another host build with HOSTING (.env.example); on your own include what the build writes to dist-hosts/.`
    : 'Check VITE_POSTHOG_KEY and the region in VITE_POSTHOG_HOST.';
  const config = await request(new URL(`${host}/array/${key}/config`, page));
  const isConfig = config.status === 200 && typeof jsonOf(config) === 'object';
  yield check('analytics configuration', !isConfig && config.summary, todo);

  // PostHog refuses an event without content; a host without the proxy refuses the method or path.
  const event = await request(new URL(`${host}/e/`, page), { method: 'POST', body: '{}' });
  const isReceived = [200, 400, 401].includes(event.status);
  yield check('analytics events', !isReceived && event.summary, todo);
}

/** Secret keys, and passwords of databases. */
function hasSecret(text: string): boolean {
  const tokens = text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  return SECRET.test(text) || tokens.some((token) => roleOf(token) === 'service_role');
}
