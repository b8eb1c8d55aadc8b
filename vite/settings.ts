import { z } from 'zod';

const text = z
  .string()
  .refine((text) => !/your-(project|key|domain)/.test(text), {
    error: 'still has the value of the example',
    abort: true,
  });
/** Encrypted, or on this machine; nothing but scheme, host, and port. */
const origin = text.regex(
  /^(https:\/\/[a-z\d.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d+)?$/,
  'must be an https:// address (http:// only on localhost) without a path or a slash at its end',
);

const settings = z.object({
  VITE_SUPABASE_URL: origin,
  VITE_SUPABASE_PUBLISHABLE_KEY: text.refine(
    (key) => /^sb_publishable_[\w-]+$/.test(key) || roleOf(key) === 'anon',
    'must be a publishable key (sb_publishable_…) or an older anon key, never a secret key',
  ),
  VITE_POSTHOG_KEY: text.regex(/^phc_\w+$/, 'must be a project API key (phc_…)'),
  VITE_POSTHOG_HOST: origin.refine((host) => ingestionHost(host) === host, {
    error: ({ input }) => `must be ${ingestionHost(String(input))}, to which PostHog's SDK sends the events`,
  }),
  VITE_SITE_URL: origin,
});

/** What the page is built with, well-formed. `.env.example` explains each. */
export type Settings = Partial<z.infer<typeof settings>>;

const SETTING_NAMES = Object.keys(settings.shape) as (keyof Settings)[];

const BAD_FILE = 'A .env file must be saved as UTF-8 without a byte order mark';

/** Variables that are set together or not at all. */
const TOGETHER = [
  ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  ['VITE_POSTHOG_KEY', 'VITE_POSTHOG_HOST'],
] as const;

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
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]]).filter(([, value]) => value));
  const required = TOGETHER.filter(
    (names) => names.some((name) => given[name]) || (needsSupabase && names === TOGETHER[0]),
  ).flat();

  const { data, error } = settings.partial().safeParse(given);
  const problems = [
    // As UTF-8, a mark is part of the first name, and UTF-16 has a NUL in each.
    ...(/[\uFEFF\0]/.test(Object.keys(environment).join()) ? [BAD_FILE] : []),
    ...required.filter((name) => !given[name]).map((name) => `${name} is missing`),
    ...(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
  ];
  if (data && problems.length === 0) return data as Settings;
  const message = `Environment variables (see .env.example):\n  ${problems.join('\n  ')}`;
  // Vite prints the stack if there is one, which is no help for a wrong variable.
  throw Object.assign(new Error(message), { stack: message });
}

/**
 * Returns the variables of a page that is tested: only the given settings are set, whatever
 * the environment or a `.env` contains, so that the page reaches nothing hosted.
 */
export function isolatedEnv(settings: Settings = {}): Record<string, string> {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  return { ...blank, ...settings };
}

/** The address to which PostHog's SDK sends the events: it replaces PostHog's other host names. */
function ingestionHost(host: string): string {
  const [match, name = ''] = /^https:\/\/(app|us|eu|us-assets|eu-assets)(\.i)?\.posthog\.com/.exec(host) ?? [];
  return match ? `https://${name.startsWith('eu') ? 'eu' : 'us'}.i.posthog.com` : host;
}

const tokenPayload = z.object({ role: z.string() });

/** The role in an older Supabase key, which is a JSON Web Token. */
function roleOf(key: string): string | undefined {
  try {
    const [, part = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
    const payload = Buffer.from(part, 'base64url').toString();
    return tokenPayload.safeParse(JSON.parse(payload)).data?.role;
  } catch {
    return undefined;
  }
}
