import type { Plugin } from 'vite';
import { z } from 'zod';

/** An origin, which is a scheme, a host, and maybe a port. It is encrypted, or on this machine. */
const ORIGIN = /^(https:\/\/[a-z\d.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d+)?$/;

/** PostHog's dashboards. Teams copy these addresses from their browser, but the SDK sends events to another host. */
const DASHBOARD = /^https:\/\/(us|eu|app)\.posthog\.com$/;

export const origin = z
  .string()
  .regex(ORIGIN, 'must be an https:// address (http:// only on localhost) without a path or a slash at its end');
const analyticsHost = origin.refine((host) => !DASHBOARD.test(host), {
  error: ({ input }) => `must be https://${String(input).includes('eu.') ? 'eu' : 'us'}.i.posthog.com`,
});
const publicKey = z.string().refine(isPublic, 'must be a publishable key or an older anon key, never a secret key');
const projectKey = z.string().regex(/^phc_\w+$/, 'must be a project API key (phc_…)');

/** What the page is built with. `.env.example` explains each. */
const settings = z.object({
  VITE_SUPABASE_URL: origin.optional(),
  VITE_SUPABASE_PUBLISHABLE_KEY: publicKey.optional(),
  VITE_POSTHOG_KEY: projectKey.optional(),
  VITE_POSTHOG_HOST: analyticsHost.optional(),
  VITE_SITE_URL: origin.optional(),
});
export type Settings = z.output<typeof settings>;

export const SETTING_NAMES = settings.keyof().options;

/** Set both of a pair, or neither. */
const SUPABASE = ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'];
const POSTHOG = ['VITE_POSTHOG_KEY', 'VITE_POSTHOG_HOST'];

/**
 * Checks the environment variables once, at start or build. Blank ones count as missing.
 *
 * @throws one error that names every bad variable and the reason
 */
export function readSettings(environment: Record<string, string | undefined>, needsSupabase: boolean): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const required: string[] = [];
  if (needsSupabase || SUPABASE.some((name) => given[name])) required.push(...SUPABASE);
  if (POSTHOG.some((name) => given[name])) required.push(...POSTHOG);

  const { data, error } = settings.safeParse(given);
  const problems = [
    ...required.filter((name) => !given[name]).map((name) => `${name} is missing`),
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join()} ${message}`),
  ];
  if (data && problems.length === 0) return data;
  const message = `Environment variables (see .env.example):\n  ${problems.join('\n  ')}`;
  // Vite prints the stack, which is no help for a wrong variable.
  throw Object.assign(new Error(message), { stack: message });
}

/** Warns developers whose server writes to real projects. */
export const warnOfProjects = ({ VITE_SUPABASE_URL, VITE_POSTHOG_HOST }: Settings): Plugin => ({
  name: 'warn-of-projects',
  apply: 'serve',
  configResolved({ logger }) {
    if (VITE_SUPABASE_URL) logger.warn(`Sign-ups go to ${VITE_SUPABASE_URL}, as set in VITE_SUPABASE_URL.`);
    if (VITE_POSTHOG_HOST) logger.warn(`Events go to ${VITE_POSTHOG_HOST}, as set in VITE_POSTHOG_HOST.`);
  },
});

/** Whether visitors may have this Supabase key. An older key is a JSON Web Token, which contains its role. */
function isPublic(key: string): boolean {
  if (key.startsWith('sb_publishable_')) return /^[\w-]+$/.test(key);
  const [, payload = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
  return Buffer.from(payload, 'base64url').toString().includes('"role":"anon"');
}
