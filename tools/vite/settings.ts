import { z } from 'zod';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Encrypted, or on this machine. */
export function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

const address = z
  .string()
  .refine(isSafeAddress, 'must be an https:// address (http:// only on localhost)');

const publicKey = z
  .string()
  .refine((key) => /^\S+$/.test(key), 'must not contain spaces')
  .refine((key) => !isSecret(key), 'is a secret key: the page is public and needs the public one');

/** Secret keys of Supabase (new and old style) and personal keys of PostHog. */
function isSecret(key: string): boolean {
  return /^(sb_secret_|phx_)/.test(key) || isServiceRole(key);
}

/** Supabase's old secret key: a token that says so. */
export function isServiceRole(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return payload.includes('"service_role"');
}

/** The path under the page's own origin that hosts pass on to PostHog, past blockers. */
export const PROXY_PATH = '/ingest';

const all = z.object({
  VITE_SUPABASE_URL: address,
  VITE_SUPABASE_ANON_KEY: publicKey,
  VITE_POSTHOG_KEY: publicKey,
  VITE_POSTHOG_HOST: z.literal(PROXY_PATH).or(address),
  POSTHOG_UPSTREAM: address,
  VITE_SITE_URL: address,
});

type Name = keyof z.infer<typeof all>;

/** What the page is built with; every value is well-formed. See `.env.example` for the meanings. */
export type Settings = Partial<z.infer<typeof all>>;

/**
 * Checks the environment variables once, at start or build.
 *
 * @param environment variables by name; blank ones count as missing
 * @param needsSupabase whether a missing Supabase project is an error (a production build)
 * @throws one error that names every bad variable and says what is wrong with it
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  { needsSupabase }: { needsSupabase: boolean },
): Settings {
  const given = Object.fromEntries(
    Object.keys(all.shape)
      .map((name) => [name, environment[name]?.trim()])
      .filter(([, value]) => value),
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
    // Vite prints the stack where there is one, and none of it helps whoever sets variables.
    throw Object.assign(new Error(message), { stack: message });
  }
  return data as Settings;
}
