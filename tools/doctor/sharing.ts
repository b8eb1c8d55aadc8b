import { z } from 'zod';
import { type Answer, ask, isOk, jsonOf, summaryOf } from './ask.ts';
import { bad, check, doubtful, type Finding, good } from './finding.ts';
import { headValue } from './html.ts';

const SITE_URL = 'Build with VITE_SITE_URL set to the public address.';

/** Link preview, search engines, icons. */
export function checkSharing({ url, text: html }: Answer): Promise<Finding[]> {
  return Promise.all([
    checkWords(html),
    checkPicture(html),
    checkCanonical(html, url),
    checkRobots(url),
    checkSitemap(url),
    checkIcon(html, url),
    checkManifest(html, url),
  ]);
}

function checkWords(html: string): Finding {
  const missing = ['og:title', 'og:description', 'twitter:card'].filter(
    (name) => !headValue(html, name),
  );
  return check(
    missing.length === 0,
    'link preview, words',
    missing.length > 0 ? `missing: ${missing.join(', ')}` : (headValue(html, 'og:title') ?? ''),
    'Deploy the dist/ of `npm run build`.',
  );
}

async function checkPicture(html: string): Promise<Finding> {
  const what = 'link preview, picture';
  const address = headValue(html, 'og:image');
  if (!address) return bad(what, 'no og:image', SITE_URL);
  if (!URL.canParse(address)) return bad(what, `${address} is not absolute`, SITE_URL);
  const picture = await ask(new URL(address));
  return check(
    isOk(picture, /^image\//),
    what,
    `${address}: ${summaryOf(picture)}`,
    'Chat apps fetch this address: it must answer 200 with an image. Is VITE_SITE_URL right?',
  );
}

function checkCanonical(html: string, page: URL): Finding {
  const what = 'canonical address';
  const address = headValue(html, 'canonical');
  if (!address) return bad(what, 'missing', SITE_URL);
  if (address === new URL('/', page).href) return good(what, address);
  return doubtful(what, `${address}, not this page`, `Fine on a trial deployment. ${SITE_URL}`);
}

async function checkRobots(page: URL): Promise<Finding> {
  const answer = await ask(new URL('/robots.txt', page));
  const closed = /^disallow:\s*\/\s*$/im.test(answer.text);
  return check(
    isOk(answer, /^text\/plain/) && !closed,
    'robots.txt',
    closed ? 'turns search engines away' : summaryOf(answer),
    'Deploy the dist/ of `npm run build`; its robots.txt allows everything.',
  );
}

async function checkSitemap(page: URL): Promise<Finding> {
  const answer = await ask(new URL('/sitemap.xml', page));
  return check(
    isOk(answer, /xml/) && /<loc>[^<]+<\/loc>/.test(answer.text),
    'sitemap.xml',
    summaryOf(answer),
    SITE_URL,
  );
}

async function checkIcon(html: string, page: URL): Promise<Finding> {
  const answer = await ask(new URL(headValue(html, 'icon') ?? '/favicon.ico', page));
  return check(
    isOk(answer, /^image\//),
    'favicon',
    `${answer.url.pathname}: ${summaryOf(answer)}`,
    'Deploy all of dist/, the icons included.',
  );
}

const manifestFile = z.object({
  name: z.string(),
  icons: z.array(z.object({ src: z.string() })).min(1),
});

async function checkManifest(html: string, page: URL): Promise<Finding> {
  const answer = await ask(new URL(headValue(html, 'manifest') ?? '/manifest.webmanifest', page));
  return check(
    answer.status === 200 && manifestFile.safeParse(jsonOf(answer)).success,
    'manifest',
    `${answer.url.pathname}: ${summaryOf(answer)}`,
    'Deploy all of dist/, manifest.webmanifest included.',
  );
}
