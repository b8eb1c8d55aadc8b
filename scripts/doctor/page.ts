import { type Answer, ask, isOk, summaryOf } from './ask.ts';
import { bad, check, type Finding } from './finding.ts';

const FIELDS = ['name', 'phoneNumber', 'instagram', 'email'];

export const OWN_SITE_ONLY = /^same-(origin|site)$/i;
/** Four months or more. */
export const KEPT_LONG = /max-age=\d{8}/;

/** Headers of the page, and what each must say. */
const HEADERS: ReadonlyArray<readonly [name: string, says: RegExp]> = [
  ['Strict-Transport-Security', KEPT_LONG],
  ['X-Content-Type-Options', /^nosniff$/i],
  ['Referrer-Policy', /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/i],
  ['Permissions-Policy', /camera=\(\).*microphone=\(\)/i],
  ['Cross-Origin-Opener-Policy', /^same-origin$/i],
  ['Cross-Origin-Resource-Policy', OWN_SITE_ONLY],
  // Or nobody sees a new version.
  ['Cache-Control', /no-cache|no-store|max-age=0/],
];

/** How to get the headers that the build wrote. */
const SERVE_HEADERS = 'Deploy dist/ with its _headers (or .vercel/output), see "Going live".';

/** Whether the address answers with a page at all. */
export function checkAnswer(page: Answer): Finding {
  return check(
    isOk(page, /^text\/html/),
    `answers over ${page.url.protocol.slice(0, -1)}`,
    summaryOf(page),
    'Deploy dist/ so that this address serves its index.html.',
  );
}

/** Whether the form is in the document, before any script. */
export function checkForm(document: Document): Finding {
  const missing = FIELDS.filter((name) => !document.querySelector(`form input[name="${name}"]`));
  if (!document.querySelector('form button')) missing.push('button');
  return check(
    missing.length === 0,
    'the form is in the HTML',
    missing.length === 0 ? 'four fields and the button' : `missing: ${missing.join(', ')}`,
    'Deploy the prerendered dist/ of `npm run build`.',
  );
}

/** Whether a path that is no page says so, to programs and to people. */
export async function checkNotFound(page: URL): Promise<Finding> {
  const answer = await ask(new URL(`/no-such-page-${Date.now()}`, page));
  const isOurs = answer.text.includes('Oops! Page not found');
  return check(
    answer.status === 404 && isOurs,
    'an unknown path is a 404',
    `${summaryOf(answer)}, ${isOurs ? 'with our words' : 'not our page'}`,
    'Have the host serve dist/404.html with status 404, not the landing page.',
  );
}

/** The headers that keep others' code out and caches right. */
export function checkHeaders({ headers }: Answer): Finding[] {
  const cookie = headers.get('Set-Cookie');
  return [
    checkPolicy(policyOf(headers)),
    ...HEADERS.map(([name, says]) => {
      const value = headers.get(name) ?? 'missing';
      return check(says.test(value), name, value, SERVE_HEADERS);
    }),
    check(
      cookie === null,
      'sets no cookie',
      cookie === null ? 'none' : 'it does',
      'Have the host set none: the page promises to store nothing.',
    ),
  ];
}

type Policy = ReadonlyMap<string, readonly string[]>;

/** The sources that the Content-Security-Policy allows, by directive. */
function policyOf(headers: Headers): Policy {
  const directives = headers.get('Content-Security-Policy')?.split(';') ?? [];
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources];
    }),
  );
}

function checkPolicy(policy: Policy): Finding {
  const sources = [...policy.values()].flat();
  const lax = sources.filter((source) => /^'unsafe-|^(\*|https?:|data:|blob:)$/i.test(source));
  const needed = ['default-src', 'frame-ancestors', 'base-uri', 'form-action'];
  const problems = [
    ...needed.filter((name) => !policy.has(name)).map((name) => `no ${name}`),
    ...new Set(lax.map((source) => `allows ${source}`)),
  ];
  return check(
    problems.length === 0,
    'Content-Security-Policy',
    problems.join(', ') || 'only what is listed, nothing unsafe',
    SERVE_HEADERS,
  );
}

/** What is wrong if the page's policy keeps its scripts from calling this address. */
export function forbids({ headers, url }: Answer, address: URL, what: string): Finding | undefined {
  const policy = policyOf(headers);
  const sources = policy.get('connect-src') ?? policy.get('default-src') ?? ['*'];
  const origin = address.origin === url.origin ? "'self'" : address.origin;
  return sources.includes(origin) || sources.includes('*')
    ? undefined
    : bad(what, `the policy forbids ${address.origin}`, 'Build and deploy dist/ anew.');
}
