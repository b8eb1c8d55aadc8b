import type { Answer } from './ask.ts';
import { bad, check, type Finding } from './finding.ts';
import { elements } from './html.ts';
import { FOR_OWN_SITE, HALF_A_YEAR_S, KEEPS_ADDRESSES, maxAge, policyOf } from './page.ts';

const WANTED = 130;
/** Below this, nothing is added for what is better than needed. */
const ENOUGH_FOR_EXTRA = 90;

/**
 * Whether Mozilla's HTTP Observatory would give the page 130 points or more.
 *
 * Its published table, version 4 (github.com/mdn/mdn-http-observatory), for what one answer shows.
 * Where the table tells several kinds of wrong apart, this takes the mildest; what it cannot see
 * from here (the redirect to https, the HSTS preload list) counts nothing.
 */
export function checkObservatory(page: Answer): Finding {
  const marks = Object.entries({
    'Content-Security-Policy': markPolicy(page.headers),
    Cookies: page.headers.has('set-cookie') ? -20 : 0,
    CORS: page.headers.has('access-control-allow-credentials') ? -50 : 0,
    'Referrer-Policy': markReferrers(page.headers.get('referrer-policy')),
    'Strict-Transport-Security': markHsts(page.headers.get('strict-transport-security')),
    'scripts from elsewhere': markScripts(page),
    'X-Content-Type-Options': page.headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'framing by others': markFraming(page.headers),
    'Cross-Origin-Resource-Policy': markResources(page.headers.get('cross-origin-resource-policy')),
  });
  const lost = marks.filter(([, mark]) => mark < 0);
  const base = 100 + sum(lost);
  const score = base < ENOUGH_FOR_EXTRA ? base : 100 + sum(marks);
  const what = "Mozilla Observatory's score";
  if (lost.length > 0) {
    const reasons = lost.map(([name, mark]) => `${name} ${mark}`).join(', ');
    return bad(what, `${score}: ${reasons}`, 'Mend what is listed under Headers.');
  }
  return check(score >= WANTED, what, String(score), 'Deploy the headers that the build wrote.');
}

function sum(marks: ReadonlyArray<readonly [string, number]>): number {
  return marks.reduce((total, [, mark]) => total + mark, 0);
}

function markPolicy(headers: Headers): number {
  const policy = policyOf(headers.get('content-security-policy'));
  const fallback = policy.get('default-src');
  const scripts = policy.get('script-src') ?? fallback;
  if (!scripts) return -25;
  // Browsers ignore 'unsafe-inline' beside a hash.
  const hasHash = scripts.some((source) => source.startsWith("'sha"));
  if (scripts.includes("'unsafe-inline'") && !hasHash) return -20;
  if (scripts.some((source) => /^(data:|https?:|\*)$/.test(source))) return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  const styles = policy.get('style-src') ?? fallback ?? [];
  if (styles.includes("'unsafe-inline'")) return 0;
  const forms = policy.get('form-action')?.join();
  const isClosed = fallback?.join() === "'none'" && (forms === "'none'" || forms === "'self'");
  return isClosed ? 10 : 5;
}

function markReferrers(value: string | null): number {
  if (value === null) return 0;
  return KEEPS_ADDRESSES.test(value) ? 5 : -5;
}

function markHsts(value: string | null): number {
  if (value === null) return -20;
  return maxAge(value) >= HALF_A_YEAR_S ? 0 : -10;
}

function markScripts({ url, text }: Answer): number {
  const unchecked = elements(text, 'script').filter(
    ({ src, integrity }) => src && !integrity && new URL(src, url).host !== url.host,
  );
  return unchecked.length > 0 ? -5 : 0;
}

function markFraming(headers: Headers): number {
  const ancestors = policyOf(headers.get('content-security-policy')).get('frame-ancestors');
  if (ancestors && !ancestors.includes('*')) return 5;
  return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
}

function markResources(value: string | null): number {
  return FOR_OWN_SITE.test(value ?? '') ? 10 : 0;
}
