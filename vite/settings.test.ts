import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { isolatedEnv, readSettings } from './settings.ts';

const HOSTED = { VITE_SUPABASE_URL: 'https://abc.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc' };
const WHOLE = {
  ...HOSTED,
  VITE_POSTHOG_KEY: 'phc_abc',
  VITE_POSTHOG_HOST: 'https://events.example',
  VITE_SITE_URL: 'https://gel.example',
};

function build(environment: Record<string, string | undefined>) {
  return readSettings(environment, { needsSupabase: true });
}

/** An older Supabase key: a token that carries its role. */
function token(role: string) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ iss: 'supabase', role })}.signature`;
}

test('a production build takes its settings from the environment, and nothing else', () => {
  expect(build({ ...WHOLE, HOME: '/root', VITE_OTHER: 'x' })).toEqual(WHOLE);
  expect(build(HOSTED)).toEqual(HOSTED);
});

test('a local page has none of them, whatever a .env sets', () => {
  const environment = { ...WHOLE, ...isolatedEnv() };
  expect(readSettings(environment, { needsSupabase: false })).toEqual({});
});

test('a production build needs the Supabase project, and one message names all that is wrong', () => {
  expect(() => build({ VITE_SUPABASE_URL: '', VITE_SITE_URL: '  ' })).toThrow(
    /VITE_SUPABASE_URL is missing\n.*VITE_SUPABASE_PUBLISHABLE_KEY is missing\n.*VITE_SITE_URL must be/,
  );
});

test.each([
  ['VITE_SUPABASE_PUBLISHABLE_KEY', { VITE_SUPABASE_URL: HOSTED.VITE_SUPABASE_URL }],
  ['VITE_SUPABASE_URL', { VITE_SUPABASE_PUBLISHABLE_KEY: HOSTED.VITE_SUPABASE_PUBLISHABLE_KEY }],
  ['VITE_POSTHOG_HOST', { VITE_POSTHOG_KEY: 'phc_abc' }],
  ['VITE_POSTHOG_KEY', { VITE_POSTHOG_HOST: 'https://events.example' }],
])('without %s the others are half a setting, in any mode', (missing, environment) => {
  const read = () => readSettings(environment, { needsSupabase: false });
  expect(read).toThrow(`${missing} is missing`);
});

const NO_ORIGIN = 'must be an https:// address';
const NO_KEY = 'must be a publishable key';

test.each([
  ['VITE_SUPABASE_URL', 'http://abc.supabase.co', NO_ORIGIN],
  ['VITE_SUPABASE_URL', 'http://localhost.example.com', NO_ORIGIN],
  ['VITE_SUPABASE_URL', 'https://abc.supabase.co/rest/v1', NO_ORIGIN],
  ['VITE_SUPABASE_URL', 'https://postgres:secret@abc.supabase.co', NO_ORIGIN],
  ['VITE_SUPABASE_URL', "https://abc.supabase.co; script-src 'self'", NO_ORIGIN],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_a b', NO_KEY],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc', NO_KEY],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', token('service_role'), NO_KEY],
  ['VITE_POSTHOG_KEY', 'phx_abc', 'must be a project API key'],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', `${token('anon')} `, NO_KEY],
  ['VITE_POSTHOG_KEY', 'phc_“abc”', 'must be a project API key'],
  ['VITE_POSTHOG_HOST', 'https://events.example/', NO_ORIGIN],
  ['VITE_POSTHOG_HOST', 'https://app.posthog.com', 'must be https://us.i.posthog.com, '],
  ['VITE_POSTHOG_HOST', 'https://us-assets.i.posthog.com', 'must be https://us.i.posthog.com, '],
  ['VITE_POSTHOG_HOST', 'https://eu.posthog.com', 'must be https://eu.i.posthog.com, '],
  ['VITE_POSTHOG_HOST', 'https://eu.i.posthog.com:8443', 'must be https://eu.i.posthog.com, '],
  ['VITE_SITE_URL', 'https://gel.example?page=1', NO_ORIGIN],
])('%s cannot be %s, and the message does not repeat it', (name, value, message) => {
  const attempt = () => build({ ...WHOLE, [name]: value });
  expect(attempt).toThrow(`${name} ${message}`);
  expect(attempt).not.toThrow(value);
});

test.each([
  ['VITE_SUPABASE_URL', 'https://api.gel.example'],
  ['VITE_SUPABASE_URL', 'http://localhost:54321'],
  ['VITE_SUPABASE_URL', 'http://[::1]:54321'],
  ['VITE_SUPABASE_PUBLISHABLE_KEY', token('anon')],
  ['VITE_POSTHOG_HOST', 'https://eu.i.posthog.com'],
  ['VITE_POSTHOG_HOST', 'https://eu.posthog.example.com'],
])('%s can be %s', (name, value) => {
  expect(build({ ...WHOLE, [name]: value })).toMatchObject({ [name]: value });
});

/** Windows's Notepad and PowerShell write such files. */
test.each(['utf8', 'utf16le'] as const)('a .env in %s with a byte order mark is an error', (encoding) => {
  const file = Buffer.from('\uFEFFVITE_POSTHOG_KEY=phc_a\r\nVITE_SITE_URL=https://gel.example\r\n', encoding);
  const environment = { ...HOSTED, ...parseEnv(file.toString()) };
  expect(() => build(environment)).toThrow('A .env file must be saved as UTF-8 without a byte order mark');
});

test('the example as it stands is refused', async () => {
  const example = parseEnv(await readFile('.env.example', 'utf8'));
  for (const name of ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'POSTHOG_KEY', 'SITE_URL']) {
    expect(() => build(example)).toThrow(`VITE_${name} still has the value of the example`);
  }
});
