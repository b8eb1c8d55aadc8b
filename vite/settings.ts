import { z } from 'zod';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Encrypted, or on this machine. */
export function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

const value = z.string().refine((text) => !/your-(project|key|domain)/.test(text), {
  error: 'still has the value of the example',
  abort: true,
});

const address = value.refine(isSafeAddress, {
  error: 'must be an https:// address (http:// only on localhost)',
  abort: true,
});

const origin = address.refine(isOrigin, 'must have no path');

const supabaseApi = address.refine(
  (text) => isOrigin(text) && isSupabaseHost(new URL(text).hostname),
  "must be the address of the project's API: https://….supabase.co or its own domain, no path",
);

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

const publicKey = value
  .refine((key) => /^\S+$/.test(key), { error: 'must not contain spaces', abort: true })
  .refine((key) => !isSecret(key), {
    error: 'is a secret key: the page is public and needs the public one',
    abort: true,
  });

const supabaseKey = publicKey.refine(
  (key) => /^sb_publishable_./.test(key) || roleOf(key) === 'anon',
  'must be a publishable key (sb_publishable_…) or an anon key of the old style',
);

const posthogKey = publicKey.refine(
  (key) => /^phc_./.test(key),
  'must be a project API key (phc_…)',
);

/** Secret keys of Supabase (new and old style) and personal keys of PostHog. */
function isSecret(key: string): boolean {
  return /^(sb_secret_|phx_)/.test(key) || roleOf(key) === 'service_role';
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

/** The path under the page's own origin that hosts proxy to PostHog; blockers let it through. */
export const PROXY_PATH = '/ingest';

/** The hosts that need files of their own. */
export const HOSTS = ['netlify', 'cloudflare', 'vercel'] as const;

const all = z.object({
  VITE_SUPABASE_URL: supabaseApi,
  VITE_SUPABASE_ANON_KEY: supabaseKey,
  VITE_POSTHOG_KEY: posthogKey,
  VITE_POSTHOG_HOST: z.union(
    [z.literal(PROXY_PATH), address.refine((text) => !text.endsWith('/'), { abort: true })],
    `must be ${PROXY_PATH} or an https:// address, without a slash at its end`,
  ),
  POSTHOG_UPSTREAM: origin,
  VITE_SITE_URL: origin,
  HOSTING: z.enum(HOSTS, `must be one of ${HOSTS.join(', ')}`),
});

type Name = keyof z.infer<typeof all>;

export const SETTING_NAMES = Object.keys(all.shape) as Name[];

/** What the page is built with, well-formed. `.env.example` explains each. */
export type Settings = Partial<z.infer<typeof all>>;

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
    SETTING_NAMES.map((name) => [
      name,
      environment[name]?.trim() || (name === 'HOSTING' && hostOf(environment)),
    ]).filter(([, value]) => value),
  ) as Partial<Record<Name, string>>;

  const required: Name[] = [];
  const together = (...names: Name[]) => {
    if (names.some((name) => given[name])) required.push(...names);
  };
  if (needsSupabase) required.push('VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY');
  together('VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY');
  together('VITE_POSTHOG_KEY', 'VITE_POSTHOG_HOST');
  if (given.VITE_POSTHOG_HOST === PROXY_PATH) required.push('POSTHOG_UPSTREAM');

  const missing = [...new Set(required)].filter((name) => !given[name]);
  const { data, error } = all.partial().safeParse(given);
  const problems = [
    ...missing.map((name) => `${name} is missing`),
    ...(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
  ];
  if (!data || problems.length > 0) {
    const message = `Environment variables (see .env.example):\n  ${problems.join('\n  ')}`;
    // Vite prints the stack if there is one, which is no help for a wrong variable.
    throw Object.assign(new Error(message), { stack: message });
  }
  return data as Settings;
}

/** The host that runs this build, by the variable that it sets. */
function hostOf({ NETLIFY, CF_PAGES, WORKERS_CI, VERCEL }: Record<string, string | undefined>) {
  if (NETLIFY) return 'netlify';
  if (CF_PAGES || WORKERS_CI) return 'cloudflare';
  return VERCEL && 'vercel';
}

/** Where hosts proxy `PROXY_PATH` to, if the page needs that. */
export function proxyTarget({ POSTHOG_UPSTREAM }: Settings): URL | undefined {
  return POSTHOG_UPSTREAM ? new URL('/', POSTHOG_UPSTREAM) : undefined;
}

/** The origins that the page calls besides its own. */
export function calledOrigins({ VITE_SUPABASE_URL, VITE_POSTHOG_HOST }: Settings): string[] {
  return [VITE_SUPABASE_URL, VITE_POSTHOG_HOST].flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  );
}
