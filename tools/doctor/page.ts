import { type Answer, ask, isOk, summaryOf } from './ask.ts';
import { bad, check, type Finding } from './finding.ts';
import { elements } from './html.ts';

const FIELDS = ['name', 'phoneNumber', 'instagram', 'email'];
const YEAR_S = 31_536_000;
export const HALF_A_YEAR_S = YEAR_S / 2;
export const KEEPS_ADDRESSES =
  /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/i;
export const FOR_OWN_SITE = /^same-(origin|site)$/i;

/** How to get the headers that the build wrote. */
const SERVE_HEADERS = 'Deploy dist/ with its _headers (or .vercel/output), see "Going live".';

/** Headers beside the policy, and what each must say. */
const HEADERS: ReadonlyArray<readonly [name: string, says: RegExp]> = [
  ['X-Content-Type-Options', /^nosniff$/i],
  ['Referrer-Policy', KEEPS_ADDRESSES],
  ['Permissions-Policy', /camera=\(\).*microphone=\(\)/i],
  ['Cross-Origin-Opener-Policy', /^same-origin$/i],
  ['Cross-Origin-Resource-Policy', FOR_OWN_SITE],
];

/** Whether the address answers with a page at all. */
export function checkAnswer(page: Answer): Finding {
  return check(
    isOk(page, /^text\/html/),
    `answers over ${page.url.protocol.slice(0, -1)}`,
    summaryOf(page),
    'Deploy dist/ so that this address serves its index.html.',
  );
}

/** Whether the form's words are in the document, before any script. */
export function checkForm(html: string): Finding {
  const names = elements(html, 'input').map((input) => input.name);
  const missing = FIELDS.filter((field) => !names.includes(field));
  if (!html.includes('Join the Waitlist')) missing.push('"Join the Waitlist"');
  return check(
    missing.length === 0,
    'the form is in the HTML',
    missing.length === 0 ? 'four fields and the button' : `missing: ${missing.join(', ')}`,
    'Deploy the prerendered dist/ of `npm run build`.',
  );
}

/** Whether a path that is no page says so, to programs and to people. */
export async function checkNotFound(page: URL): Promise<Finding> {
  const what = 'an unknown path is a 404';
  const answer = await ask(new URL(`/no-such-page-${Date.now()}`, page));
  if (answer.status !== 404) {
    return bad(
      what,
      summaryOf(answer),
      'Serve 404.html with status 404 instead of falling back to the landing page.',
    );
  }
  const isOurs = answer.text.includes('Oops! Page not found');
  return check(
    isOurs,
    what,
    isOurs ? '404, with our words' : "404, the host's own page",
    'Have the host serve dist/404.html for unknown paths.',
  );
}

/** The headers that keep others' code out, and the ones that keep caches right. */
export function checkHeaders(page: Answer, scripts: readonly Answer[]): Finding[] {
  return [
    checkPolicy(page.headers.get('content-security-policy')),
    ...(page.url.protocol === 'https:' ? [checkHsts(page.headers)] : []),
    ...HEADERS.map(([name, says]) => {
      const value = page.headers.get(name);
      return check(says.test(value ?? ''), name, value ?? 'missing', SERVE_HEADERS);
    }),
    checkFreshness(page.headers.get('cache-control')),
    checkCaching(scripts),
  ];
}

/** The sources that the policy allows, by directive. */
export function policyOf(header: string | null): Map<string, string[]> {
  return new Map(
    (header ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources];
    }),
  );
}

/** Whether the page's policy lets its scripts call this address. */
export function mayCall({ headers, url }: Answer, address: URL): boolean {
  const header = headers.get('content-security-policy');
  if (header === null) return true;
  const policy = policyOf(header);
  const sources = policy.get('connect-src') ?? policy.get('default-src') ?? ['*'];
  const origin = address.origin === url.origin ? "'self'" : address.origin;
  return sources.includes(origin) || sources.includes('*');
}

function checkPolicy(header: string | null): Finding {
  const policy = policyOf(header);
  const sources = [...policy.values()].flat();
  const lax = sources.filter((source) => /^'unsafe-|^(\*|https?:|data:|blob:)$/i.test(source));
  const problems = [
    policy.get('default-src')?.join() !== "'none'" && "default-src is not 'none'",
    lax.length > 0 && `allows ${[...new Set(lax)].join(' ')}`,
    ...['frame-ancestors', 'base-uri', 'form-action'].map(
      (name) => !policy.has(name) && `no ${name}`,
    ),
  ].filter(Boolean);
  return check(
    problems.length === 0,
    'Content-Security-Policy',
    header === null ? 'missing' : problems.join(', ') || "from default-src 'none', nothing unsafe",
    SERVE_HEADERS,
  );
}

function checkHsts(headers: Headers): Finding {
  const value = headers.get('strict-transport-security');
  return check(
    maxAge(value) >= HALF_A_YEAR_S,
    'Strict-Transport-Security',
    value ?? 'missing',
    SERVE_HEADERS,
  );
}

function checkFreshness(value: string | null): Finding {
  return check(
    /no-cache|no-store|max-age=0/.test(value ?? ''),
    'HTML is asked for anew',
    value ?? 'no Cache-Control',
    'Send Cache-Control: no-cache for HTML, or a new version is not seen.',
  );
}

function checkCaching(scripts: readonly Answer[]): Finding {
  const short = scripts.filter(
    ({ status, headers }) => status === 200 && maxAge(headers.get('cache-control')) < YEAR_S,
  );
  return check(
    short.length === 0,
    'hashed files are kept',
    short[0]
      ? `${short[0].url.pathname}: ${short[0].headers.get('cache-control') ?? 'no Cache-Control'}`
      : 'for a year',
    'Send Cache-Control: public, max-age=31536000, immutable for /assets/.',
  );
}

/** The seconds that a header gives; 0 if it gives none. */
export function maxAge(header: string | null): number {
  return Number(/max-age=(\d+)/.exec(header ?? '')?.[1] ?? 0);
}
