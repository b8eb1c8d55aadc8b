import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const HOSTED = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SUPABASE_ANON_KEY: 'sb_publishable_abc',
};
const POSTHOG = {
  VITE_POSTHOG_KEY: 'phc_abc',
  VITE_POSTHOG_HOST: 'https://eu.i.posthog.com',
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
  expect(build({ ...HOSTED, ...POSTHOG, HOME: '/root', VITE_OTHER: 'x' })).toEqual({
    ...HOSTED,
    ...POSTHOG,
  });
});

test('analytics is optional', () => {
  expect(build(HOSTED)).toEqual(HOSTED);
});

test.each(['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'])(
  'a production build without %s stops and names it',
  (name) => {
    expect(() => build({ ...HOSTED, [name]: undefined })).toThrow(`${name} is missing`);
    expect(() => build({ ...HOSTED, [name]: '  ' })).toThrow(`${name} is missing`);
  },
);

test('the local preview needs nothing', () => {
  expect(readSettings({}, { needsSupabase: false })).toEqual({});
});

test.each([
  ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY', HOSTED],
  ['VITE_SUPABASE_ANON_KEY', 'VITE_SUPABASE_URL', HOSTED],
  ['VITE_POSTHOG_KEY', 'VITE_POSTHOG_HOST', POSTHOG],
  ['VITE_POSTHOG_HOST', 'VITE_POSTHOG_KEY', POSTHOG],
])('%s without %s is half a setting, in any mode', (given, missing, settings) => {
  const half = { [given]: Object.entries(settings).find(([name]) => name === given)?.[1] };
  expect(() => readSettings(half, { needsSupabase: false })).toThrow(`${missing} is missing`);
});

test.each([
  'abc.supabase.co',
  'http://abc.supabase.co',
  'http://localhost.example.com',
  'ftp://abc.supabase.co',
  'javascript:alert(1)',
  '/rest',
])('%s is no address for Supabase', (address) => {
  expect(() => build({ ...HOSTED, VITE_SUPABASE_URL: address })).toThrow(
    'VITE_SUPABASE_URL must be an https:// address',
  );
});

test.each([
  'https://supabase.com/dashboard/project/abcdefghijklmnopqrst',
  'https://supabase.com',
  'https://app.supabase.com',
  'https://supabase.co',
  'https://db.abc.supabase.co',
  'https://abc.supabase.co/rest/v1',
  'https://abc.supabase.co?apikey=1',
  'https://postgres:secret@abc.supabase.co',
])('%s is an address, but not the one of a project’s API', (address) => {
  expect(() => build({ ...HOSTED, VITE_SUPABASE_URL: address })).toThrow(
    'VITE_SUPABASE_URL must be the address of the project',
  );
});

test.each(['https://abc.supabase.co/', 'https://api.gel.example'])(
  '%s can be a project’s API',
  (address) => {
    expect(build({ ...HOSTED, VITE_SUPABASE_URL: address })).toMatchObject({
      VITE_SUPABASE_URL: address,
    });
  },
);

test.each(['VITE_SITE_URL', 'POSTHOG_UPSTREAM'])('a path in %s would be lost', (name) => {
  expect(() => build({ ...HOSTED, [name]: 'https://gel.example/page' })).toThrow(
    `${name} must have no path`,
  );
});

test('the example as it stands is refused, by name', async () => {
  const attempt = async () => build(parseEnv(await readFile('.env.example', 'utf8')));

  for (const name of [
    'VITE_SUPABASE_URL',
    'VITE_SUPABASE_ANON_KEY',
    'VITE_POSTHOG_KEY',
    'VITE_SITE_URL',
  ]) {
    await expect(attempt).rejects.toThrow(`${name} still has the value of the example`);
  }
});

test.each([
  ['VITE_SUPABASE_ANON_KEY', 'hello', 'publishable key'],
  ['VITE_SUPABASE_ANON_KEY', 'sbp_1234', 'publishable key'],
  ['VITE_SUPABASE_ANON_KEY', 'sb_publishable_', 'publishable key'],
  ['VITE_SUPABASE_ANON_KEY', token('authenticated'), 'publishable key'],
  ['VITE_POSTHOG_KEY', 'hello', 'project API key'],
])('%s is not just any text: %s', (name, key, kind) => {
  const environment = { ...HOSTED, ...POSTHOG, [name]: key };
  expect(() => build(environment)).toThrow(new RegExp(`${name} must be a .*${kind}`));
});

test.each(['http://localhost:54321', 'http://127.0.0.1:8000', 'http://[::1]:54321'])(
  'local services such as %s may do without https',
  (address) => {
    expect(build({ ...HOSTED, VITE_SUPABASE_URL: address })).toMatchObject({
      VITE_SUPABASE_URL: address,
    });
  },
);

test.each([
  ['VITE_SUPABASE_ANON_KEY', 'sb_secret_abc'],
  ['VITE_SUPABASE_ANON_KEY', token('service_role')],
  ['VITE_POSTHOG_KEY', 'phx_abc'],
])('a secret key in %s never reaches the page, nor the message', (name, key) => {
  const environment = { ...HOSTED, ...POSTHOG, [name]: key };
  expect(() => build(environment)).toThrow(`${name} is a secret key`);
  expect(() => build(environment)).not.toThrow(key);
});

test('a public key of the old style is fine', () => {
  expect(build({ ...HOSTED, VITE_SUPABASE_ANON_KEY: token('anon') })).toMatchObject({
    VITE_SUPABASE_ANON_KEY: token('anon'),
  });
});

test('a key with a space in it is a slip of the clipboard', () => {
  expect(() => build({ ...HOSTED, VITE_SUPABASE_ANON_KEY: 'sb_publishable abc' })).toThrow(
    'VITE_SUPABASE_ANON_KEY must not contain spaces',
  );
});

test('analytics through the page’s own /ingest needs to know where that leads', () => {
  const proxied = { ...HOSTED, ...POSTHOG, VITE_POSTHOG_HOST: '/ingest' };

  expect(() => build(proxied)).toThrow('POSTHOG_UPSTREAM is missing');

  const whole = { ...proxied, POSTHOG_UPSTREAM: 'https://eu.i.posthog.com' };
  expect(build(whole)).toEqual(whole);
});

test('no other path of the page is an address for analytics', () => {
  expect(() => build({ ...HOSTED, ...POSTHOG, VITE_POSTHOG_HOST: '/proxy' })).toThrow(
    'VITE_POSTHOG_HOST must be /ingest or an https:// address',
  );
});

test('one message names everything that is wrong', () => {
  const attempt = () =>
    build({
      VITE_SUPABASE_URL: 'abc',
      VITE_POSTHOG_KEY: 'phx_abc',
      VITE_SITE_URL: 'http://gel.example',
    });

  expect(attempt).toThrow('.env.example');
  for (const problem of [
    'VITE_SUPABASE_URL must be',
    'VITE_SUPABASE_ANON_KEY is missing',
    'VITE_POSTHOG_KEY is a secret key',
    'VITE_POSTHOG_HOST is missing',
    'VITE_SITE_URL must be',
  ]) {
    expect(attempt).toThrow(problem);
  }
});

test('a slash at the end of an analytics address would double in the SDK’s requests', () => {
  const host = { ...HOSTED, ...POSTHOG, VITE_POSTHOG_HOST: 'https://eu.i.posthog.com/' };
  expect(() => build(host)).toThrow('without a slash at its end');
});

test.each([
  [{ NETLIFY: 'true' }, 'netlify'],
  [{ CF_PAGES: '1' }, 'cloudflare'],
  [{ WORKERS_CI: '1' }, 'cloudflare'],
  [{ VERCEL: '1' }, 'vercel'],
  [{ HOSTING: 'cloudflare' }, 'cloudflare'],
  [{ HOSTING: 'cloudflare', VERCEL: '1' }, 'cloudflare'],
  [{}, undefined],
])('a build with %o is for %s', (variables, host) => {
  expect(build({ ...HOSTED, ...variables }).HOSTING).toBe(host);
});

test('an unknown host is refused', () => {
  expect(() => build({ ...HOSTED, HOSTING: 'geocities' })).toThrow(
    'HOSTING must be one of netlify, cloudflare, vercel',
  );
});
