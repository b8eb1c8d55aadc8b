import { ask, isOk, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding, good } from './finding.ts';
import { OWN_SITE_ONLY } from './page.ts';

const SITE_URL = 'Build with VITE_SITE_URL set to the public address.';

/** Link preview, search engines, icons. */
export function checkSharing(page: URL, document: Document): Promise<Finding[]> {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta:is([property="${name}"], [name="${name}"])`)
      ?.content ?? '';
  const link = (rel: string) =>
    document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)?.href ?? '';
  const file = (what: string, path: string, type: RegExp, isRight = (_text: string) => true) =>
    checkFile(what, new URL(path, page), type, isRight);

  return Promise.all([
    checkWords(meta),
    checkPicture(meta('og:image')),
    checkCanonical(link('canonical'), page),
    file(
      'robots.txt',
      '/robots.txt',
      /^text\/plain/,
      (text) => !/^disallow:\s*\/\s*$/im.test(text),
    ),
    file('sitemap.xml', '/sitemap.xml', /xml/, (text) => /<loc>[^<]+<\/loc>/.test(text)),
    file('favicon', link('icon') || '/favicon.ico', /^image\//),
    file('manifest', link('manifest') || '/manifest.webmanifest', /json/, (text) =>
      /"icons":\s*\[\s*\{/.test(text),
    ),
  ]);
}

function checkWords(meta: (name: string) => string): Finding {
  const missing = ['og:title', 'og:description', 'twitter:card'].filter((name) => !meta(name));
  return check(
    missing.length === 0,
    'link preview, words',
    missing.length > 0 ? `missing: ${missing.join(', ')}` : meta('og:title'),
    'Deploy the dist/ of `npm run build`.',
  );
}

async function checkPicture(address: string): Promise<Finding> {
  const what = 'link preview, picture';
  if (!URL.canParse(address)) return bad(what, `"${address}" is not absolute`, SITE_URL);
  const picture = await ask(new URL(address));
  const isClosed = OWN_SITE_ONLY.test(picture.headers.get('cross-origin-resource-policy') ?? '');
  return check(
    isOk(picture, /^image\//) && !isClosed,
    what,
    `${address}: ${isClosed ? 'for its own site only' : summaryOf(picture)}`,
    'Chat apps fetch and show it: 200, an image, for any origin. Is VITE_SITE_URL right?',
  );
}

function checkCanonical(address: string, page: URL): Finding {
  const what = 'canonical address';
  if (!address) return bad(what, 'missing', SITE_URL);
  if (address === new URL('/', page).href) return good(what, address);
  return doubtful(what, `${address}, not this page`, `Fine on a trial deployment. ${SITE_URL}`);
}

async function checkFile(
  what: string,
  address: URL,
  type: RegExp,
  isRight: (text: string) => boolean,
): Promise<Finding> {
  const answer = await ask(address);
  const isThere = isOk(answer, type);
  const isWrong = isThere && !isRight(answer.text);
  return check(
    isThere && !isWrong,
    what,
    `${address.pathname}: ${summaryOf(answer)}${isWrong ? ', with a wrong text' : ''}`,
    `Deploy all of dist/. ${SITE_URL}`,
  );
}
