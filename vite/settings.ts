import { z } from 'zod';

/** The path under the page's own origin that hosts proxy to analytics; blockers let it through. */
export const PROXY_PATH = '/ingest';

/** The hosts that need files of their own. */
const HOSTS = ['netlify', 'cloudflare', 'vercel'] as const;

/** The first rule that a text breaks gives the message. */
const or = (error: string) => ({ error, abort: true });

const text = z
  .string()
  .refine(
    (text) => !/your-(project|key|domain)/.test(text),
    or('still has the value of the example'),
  );
const address = text.refine(
  isSafeAddress,
  or('must be an https:// address (http:// only on localhost)'),
);
const origin = address.refine(isOrigin, or('must have no path'));
const key = text
  .regex(/^\S+$/, or('must not contain spaces'))
  .refine(
    (key) => !/^(sb_secret_|phx_)/.test(key) && roleOf(key) !== 'service_role',
    or('is a secret key: the page is public and needs the public one'),
  );

const all = z.object({
  VITE_SUPABASE_URL: address.refine(
    (text) => isOrigin(text) && isSupabaseHost(new URL(text).hostname),
    "must be the address of the project's API: https://….supabase.co or its own domain, no path",
  ),
  VITE_SUPABASE_ANON_KEY: key.refine(
    (key) => /^sb_publishable_./.test(key) || roleOf(key) === 'anon',
    'must be a publishable key (sb_publishable_…) or an anon key of the old style',
  ),
  VITE_POSTHOG_KEY: key.regex(/^phc_./, 'must be a project API key (phc_…)'),
  VITE_POSTHOG_HOST: z
    .string()
    .refine(
      (text) => text === PROXY_PATH || (isSafeAddress(text) && !text.endsWith('/')),
      `must be ${PROXY_PATH} or an https:// address, without a slash at its end`,
    ),
  POSTHOG_UPSTREAM: origin,
  VITE_SITE_URL: origin,
  HOSTING: z.enum(HOSTS, `must be one of ${HOSTS.join(', ')}`),
});

/** What the page is built with, well-formed. `.env.example` explains each. */
export type Settings = Partial<z.infer<typeof all>>;
type Name = keyof Settings;

export const SETTING_NAMES = Object.keys(all.shape) as Name[];

/** Variables that are set together or not at all. */
const TOGETHER: ReadonlyArray<readonly Name[]> = [
  ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'],
  ['VITE_POSTHOG_KEY', 'VITE_POSTHOG_HOST'],
];

/**
 * Checks the environment variables once, at start or build.
 *
 * @param environment variables by name; blank ones count as missing
 * @param needsSupabase whether a missing Supabase project is an error (a production build)
 * @throws one error that names every bad variable and the reason
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  { needsSupabase }: { needsSupabase: boolean },
): Settings {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]?.trim()]).filter(([, value]) => value),
  ) as Partial<Record<Name, string>>;
  const host = given.HOSTING ?? hostOf(environment);
  if (host) given.HOSTING = host;

  const required = new Set(TOGETHER.filter((names) => names.some((name) => given[name])).flat());
  if (needsSupabase) required.add('VITE_SUPABASE_URL').add('VITE_SUPABASE_ANON_KEY');
  if (given.VITE_POSTHOG_HOST === PROXY_PATH) required.add('POSTHOG_UPSTREAM');

  const { data, error } = all.partial().safeParse(given);
  const problems = [
    ...[...required].filter((name) => !given[name]).map((name) => `${name} is missing`),
    ...(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
  ];
  if (data && problems.length === 0) return data as Settings;
  const message = `Environment variables (see .env.example):\n  ${problems.join('\n  ')}`;
  // Vite prints the stack if there is one, which is no help for a wrong variable.
  throw Object.assign(new Error(message), { stack: message });
}

/** The host that runs this build, by the variable that it sets. */
function hostOf({ NETLIFY, CF_PAGES, WORKERS_CI, VERCEL }: Record<string, string | undefined>) {
  if (NETLIFY) return 'netlify';
  if (CF_PAGES || WORKERS_CI) return 'cloudflare';
  return VERCEL && 'vercel';
}

/** Encrypted, or on this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** Nothing but scheme, host and port. */
function isOrigin(text: string): boolean {
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

/** A project or a domain of one's own; not the dashboard, nor a project's database. */
function isSupabaseHost(host: string): boolean {
  if (/(^|\.)supabase\.com$/.test(host)) return false;
  return !/(^|\.)supabase\.co$/.test(host) || /^[a-z0-9]+\.supabase\.co$/.test(host);
}

const tokenPayload = z.object({ role: z.string() });

/** The role that a Supabase key of the old style, a JSON Web Token, carries. */
export function roleOf(key: string): string | undefined {
  try {
    const payload = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
    return tokenPayload.safeParse(JSON.parse(payload)).data?.role;
  } catch {
    return undefined;
  }
}
