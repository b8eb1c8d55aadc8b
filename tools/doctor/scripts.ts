import { roleOf } from '../vite/settings.ts';
import { type Answer, ask, isOk, summaryOf } from './ask.ts';
import { check, type Finding } from './finding.ts';
import { elements } from './html.ts';

/** File names in a script's strings, written from the script's folder or from the page's. */
const NAMED_SCRIPT = /["'`](\.?\/(?:assets\/)?[\w.-]+\.js|assets\/[\w.-]+\.js)["'`]/g;

/** The page's scripts: the ones in the document, and every one that those name under /assets/. */
export async function readScripts(page: Answer): Promise<Answer[]> {
  const assets = new URL('/assets/', page.url).href;
  const scripts = new Map<string, Answer>();
  let next = [
    ...elements(page.text, 'script').flatMap(({ src }) => (src ? new URL(src, page.url).href : [])),
    ...scriptsNamedIn(page),
  ];

  while (next.length > 0) {
    const wanted = next.filter((href) => href.startsWith(assets) && !scripts.has(href));
    const answers = await Promise.all(
      Array.from(new Set(wanted), async (href) => [href, await ask(new URL(href))] as const),
    );
    for (const [href, answer] of answers) scripts.set(href, answer);
    next = answers.flatMap(([, answer]) => scriptsNamedIn(answer));
  }
  return [...scripts.values()];
}

function scriptsNamedIn({ text, url }: Answer): string[] {
  return Array.from(
    text.matchAll(NAMED_SCRIPT),
    ([, name = '']) => new URL(name.replace(/^assets/, '/assets'), url).href,
  );
}

/** That every script is there and that none holds a secret. */
export function checkScripts(page: Answer, scripts: readonly Answer[]): Finding[] {
  const missing = scripts.find((script) => !isOk(script, /javascript/));
  const secrets = [page, ...scripts].flatMap(({ url, text }) =>
    secretsIn(text).map((secret) => `${secret} in ${url.pathname}`),
  );
  return [
    check(
      scripts.length > 0 && !missing,
      'all scripts are there',
      missing ? `${missing.url.pathname}: ${summaryOf(missing)}` : `${scripts.length} files`,
      'Deploy all of dist/ at once, and let the host serve files before any fallback.',
    ),
    check(
      secrets.length === 0,
      'no secret in page or scripts',
      secrets.join(', ') || 'none',
      'Revoke that key now: it is public. Then build with the publishable one.',
    ),
  ];
}

const SECRETS: ReadonlyArray<readonly [kind: string, pattern: RegExp]> = [
  ['a Supabase secret key', /sb_secret_[\w-]{10,}/],
  ['a Supabase access token', /sbp_[0-9a-f]{20,}/],
  ['a PostHog personal key', /phx_[A-Za-z0-9]{20,}/],
  ['a database password', /postgres(?:ql)?:\/\/[^\s:/@"'`]+:[^\s@"'`]+@/],
];

/** The kinds of secrets in a text; the secrets themselves are not repeated. */
function secretsIn(text: string): string[] {
  const tokens = text.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  return [
    ...SECRETS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind),
    ...(tokens.some((token) => roleOf(token) === 'service_role') ? ['a service_role key'] : []),
  ];
}

/** Supabase's API as the page reaches it. */
export type Api = {
  /** Where its tables are, with a slash at the end. */
  rest: URL;
  key: string;
  /** The project's own stand-in under the page's address, instead of a hosted project. */
  embedded: boolean;
};

export type Services = {
  api: Api;
  /** Where PostHog's remote configuration is, if the page has analytics. */
  analytics: URL | undefined;
};

/** Reads out of the scripts, as anyone could, which services the page calls. */
export function findServices(page: URL, scripts: readonly Answer[]): Services {
  const code = scripts.map(({ text }) => text).join('\n');
  // The names are those of src/lib/env.ts, which minifying keeps.
  const setting = (name: string) =>
    new RegExp(`\\b${name}:\\s*(["'\`])([^"'\`]+)\\1`).exec(code)?.[2];

  const supabaseUrl = setting('supabaseUrl');
  const postHogHost = setting('posthogHost');
  return {
    api: {
      rest: new URL(`${(supabaseUrl ?? page.origin).replace(/\/+$/, '')}/rest/v1/`),
      key: setting('supabaseAnonKey') ?? '',
      embedded: supabaseUrl === undefined,
    },
    analytics: postHogHost
      ? new URL(`${postHogHost}/array/${setting('posthogKey')}/config`, page)
      : undefined,
  };
}
