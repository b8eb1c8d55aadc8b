import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { localPageEnv } from './local-page-env.ts';
import { readSettings } from './settings.ts';

const HOSTED = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_abc',
};
const WHOLE = {
  ...HOSTED,
  VITE_POSTHOG_KEY: 'phc_abc',
  VITE_POSTHOG_HOST: '/ingest',
  POSTHOG_UPSTREAM: 'https://events.example',
  VITE_SITE_URL: 'https://gel.example',
};

function build(environment: Record<string, string | undefined>) {
  return readSettings(environment, { needsSupabase: true });
}

/** A Supabase key of the old style: a token that carries its role. */
function token(role: string) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ iss: 'supabase', role })}.signature`;
}

test('a production build takes its settings from the environment, and nothing else', () => {
  expect(build({ ...WHOLE, HOME: '/root', VITE_OTHER: 'x' })).toEqual(WHOLE);
  expect(build(HOSTED)).toEqual(HOSTED);
});

test('a local page has none of them, whatever a .env sets', () => {
  const environment = { ...WHOLE, ...localPageEnv() };
  expect(readSettings(environment, { needsSupabase: false })).toEqual({});
});

test.each(['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'])(
  'a production build without %s stops and names it',
  (name) => {
    expect(() => build({ ...HOSTED, [name]: undefined })).toThrow(`${name} is missing`);
    expect(() => build({ ...HOSTED, [name]: '  ' })).toThrow(`${name} is missing`);
  },
);

test.each([
  ['VITE_SUPABASE_ANON_KEY', { VITE_SUPABASE_URL: HOSTED.VITE_SUPABASE_URL }],
  ['VITE_SUPABASE_URL', { VITE_SUPABASE_ANON_KEY: HOSTED.VITE_SUPABASE_ANON_KEY }],
  ['VITE_POSTHOG_HOST', { VITE_POSTHOG_KEY: 'phc_abc' }],
  ['VITE_POSTHOG_KEY', { VITE_POSTHOG_HOST: 'https://events.example' }],
  ['POSTHOG_UPSTREAM', { VITE_POSTHOG_KEY: 'phc_abc', VITE_POSTHOG_HOST: '/ingest' }],
])('without %s the others are half a setting, in any mode', (missing, environment) => {
  const read = () => readSettings(environment, { needsSupabase: false });
  expect(read).toThrow(`${missing} is missing`);
});

const NO_ADDRESS = 'must be an https:// address';
const NO_API = 'must be the address of the project';
const NO_KEY = 'must be a publishable key';
const NO_HOST = 'must be /ingest or an https:// address, without a slash at its end';
const SECRET = 'is a secret key';

test.each([
  ['VITE_SUPABASE_URL', 'abc.supabase.co', NO_ADDRESS],
  ['VITE_SUPABASE_URL', 'http://abc.supabase.co', NO_ADDRESS],
  ['VITE_SUPABASE_URL', 'http://localhost.example.com', NO_ADDRESS],
  ['VITE_SUPABASE_URL', 'javascript:alert(1)', NO_ADDRESS],
  ['VITE_SUPABASE_URL', 'https://supabase.com/dashboard/project/abcdefghijklmnopqrst', NO_API],
  ['VITE_SUPABASE_URL', 'https://app.supabase.com', NO_API],
  ['VITE_SUPABASE_URL', 'https://supabase.co', NO_API],
  ['VITE_SUPABASE_URL', 'https://db.abc.supabase.co', NO_API],
  ['VITE_SUPABASE_URL', 'https://abc.supabase.co/rest/v1', NO_API],
  ['VITE_SUPABASE_URL', 'https://abc.supabase.co?apikey=1', NO_API],
  ['VITE_SUPABASE_URL', 'https://postgres:secret@abc.supabase.co', NO_API],
  ['VITE_SUPABASE_ANON_KEY', 'sbp_1234', NO_KEY],
  ['VITE_SUPABASE_ANON_KEY', 'sb_publishable_', NO_KEY],
  ['VITE_SUPABASE_ANON_KEY', token('authenticated'), NO_KEY],
  ['VITE_SUPABASE_ANON_KEY', 'sb_publishable abc', 'must not contain spaces'],
  ['VITE_SUPABASE_ANON_KEY', 'sb_secret_abc', SECRET],
  ['VITE_SUPABASE_ANON_KEY', token('service_role'), SECRET],
  ['VITE_POSTHOG_KEY', 'phx_abc', SECRET],
  ['VITE_POSTHOG_KEY', 'hello', 'must be a project API key'],
  ['VITE_POSTHOG_HOST', '/proxy', NO_HOST],
  ['VITE_POSTHOG_HOST', 'https://events.example/', NO_HOST],
  ['POSTHOG_UPSTREAM', 'https://gel.example/page', 'must have no path'],
  ['VITE_SITE_URL', 'https://gel.example/page', 'must have no path'],
  ['HOSTING', 'geocities', 'must be one of netlify, cloudflare, vercel'],
])('%s cannot be %s', (name, value, message) => {
  expect(() => build({ ...WHOLE, [name]: value })).toThrow(`${name} ${message}`);
});

test.each(['sb_secret_abc', token('service_role')])('the message has no secret: %s', (key) => {
  expect(() => build({ ...WHOLE, VITE_SUPABASE_ANON_KEY: key })).not.toThrow(key);
});

test.each([
  ['VITE_SUPABASE_URL', 'https://abc.supabase.co/'],
  ['VITE_SUPABASE_URL', 'https://api.gel.example'],
  ['VITE_SUPABASE_URL', 'http://localhost:54321'],
  ['VITE_SUPABASE_URL', 'http://[::1]:54321'],
  ['VITE_SUPABASE_ANON_KEY', token('anon')],
])('%s can be %s', (name, value) => {
  expect(build({ ...WHOLE, [name]: value })).toMatchObject({ [name]: value });
});

test.each([
  [{ NETLIFY: 'true' }, 'netlify'],
  [{ CF_PAGES: '1' }, 'cloudflare'],
  [{ WORKERS_CI: '1' }, 'cloudflare'],
  [{ VERCEL: '1' }, 'vercel'],
  [{ HOSTING: 'cloudflare', VERCEL: '1' }, 'cloudflare'],
  [{}, undefined],
])('a build with %o is for %s', (variables, host) => {
  expect(build({ ...HOSTED, ...variables }).HOSTING).toBe(host);
});

test('the example as it stands is refused, and one message names everything', async () => {
  const example = parseEnv(await readFile('.env.example', 'utf8'));
  const attempt = () => build({ ...example, POSTHOG_UPSTREAM: '' });
  expect(attempt).toThrow('(see .env.example)');
  expect(attempt).toThrow('POSTHOG_UPSTREAM is missing');
  for (const name of ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'POSTHOG_KEY', 'SITE_URL']) {
    expect(attempt).toThrow(`VITE_${name} still has the value of the example`);
  }
});
