import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { createLogger, resolveConfig } from 'vite';
import { expect, test, vi } from 'vitest';
import { readSettings, warnOfProjects } from './settings.ts';

const SUPABASE = { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' };
const POSTHOG = { VITE_POSTHOG_KEY: 'phc_abc', VITE_POSTHOG_HOST: 'https://events.example:8443' };
const WHOLE = { ...SUPABASE, ...POSTHOG, VITE_SITE_URL: 'http://localhost:4173' };

/** An older Supabase key. */
const token = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.signature`;
const OLDER = { ...SUPABASE, VITE_SUPABASE_PUBLISHABLE_KEY: token('anon') };

test.each([WHOLE, SUPABASE, OLDER])('well-formed variables are the settings, and no others are: %j', (variables) => {
  expect(readSettings({ ...variables, HOME: '/root', VITE_OTHER: 'x' }, true)).toEqual(variables);
});

test.each([
  ['VITE_SUPABASE_URL', {}, true],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', { VITE_SUPABASE_URL: SUPABASE.VITE_SUPABASE_URL }, false],
  ['VITE_POSTHOG_KEY', { VITE_POSTHOG_HOST: POSTHOG.VITE_POSTHOG_HOST }, false],
])('%s is missing in %j', (name, variables, needsSupabase) => {
  expect(() => readSettings(variables, needsSupabase)).toThrow(`${name} is missing`);
});

test.each([
  ['VITE_SUPABASE_URL', 'http://localhost.example.com'],
  ['VITE_SUPABASE_URL', 'https://postgres:secret@abc.supabase.co'],
  ['VITE_SUPABASE_URL', "https://abc.supabase.co; script-src 'self'"],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc'],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', token('service_role')],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', `${token('anon')} `],
  ['VITE_POSTHOG_KEY', 'phx_abc'],
  ['VITE_SITE_URL', 'https://gel.example/'],
])('%s cannot be %s, and the message does not repeat it', (name, value) => {
  const read = () => readSettings({ ...WHOLE, [name]: value }, true);
  expect(read).toThrow(`${name} must be`);
  expect(read).not.toThrow(value);
});

test.each([
  ['https://app.posthog.com', 'https://us.i.posthog.com'],
  ['https://us.posthog.com', 'https://us.i.posthog.com'],
  ['https://eu.posthog.com', 'https://eu.i.posthog.com'],
])('for the dashboard %s, the message names the host that receives the events', (dashboard, host) => {
  expect(() => readSettings({ ...WHOLE, VITE_POSTHOG_HOST: dashboard }, true)).toThrow(`HOST must be ${host}`);
});

test('one message names every wrong variable of .env.example', async () => {
  const { VITE_POSTHOG_HOST: _, ...example } = parseEnv(await readFile('.env.example', 'utf8'));
  expect(() => readSettings(example, true)).toThrow(
    /HOST is missing\n.*SUPABASE_URL must.*\n.*PUBLISHABLE_KEY must.*\n.*POSTHOG_KEY must.*\n.*SITE_URL must/,
  );
});

test('a server warns of the real projects that it writes to', async () => {
  const warn = vi.fn();
  const customLogger = { ...createLogger(), warn };
  await resolveConfig({ configFile: false, customLogger, plugins: [warnOfProjects(WHOLE)] }, 'serve');
  const projects = [SUPABASE.VITE_SUPABASE_URL, POSTHOG.VITE_POSTHOG_HOST];
  expect(warn.mock.calls).toEqual(projects.map((project) => [expect.stringContaining(project)]));
});
