import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnv } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { localPageEnv } from './local-page-env.ts';
import { readSettings } from './settings.ts';

afterEach(() => vi.unstubAllEnvs());

test('reaches nothing hosted, whatever a .env and the environment say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'env-'));
  const hosted = {
    VITE_SUPABASE_URL: 'https://project.supabase.co',
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_0123456789',
    VITE_POSTHOG_KEY: 'phc_0123456789',
    VITE_POSTHOG_HOST: '/ingest',
    POSTHOG_UPSTREAM: 'https://eu.i.posthog.com',
    VITE_SITE_URL: 'https://gel.example',
  };
  await writeFile(
    join(folder, '.env'),
    Object.entries(hosted)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  vi.stubEnv('VITE_SUPABASE_URL', hosted.VITE_SUPABASE_URL);
  const settings = () => readSettings(loadEnv('preview', folder, ''), { needsSupabase: false });
  expect(settings()).toEqual(hosted);

  for (const [name, value] of Object.entries(localPageEnv())) vi.stubEnv(name, value);
  expect(settings()).toEqual({});
  await rm(folder, { recursive: true });
});

test('names the services of this machine that it is given', () => {
  expect(localPageEnv({ VITE_POSTHOG_HOST: 'http://127.0.0.1:4274' })).toMatchObject({
    VITE_POSTHOG_HOST: 'http://127.0.0.1:4274',
    VITE_SUPABASE_URL: '',
    EMBEDDED_DATA_DIR: 'memory://',
  });
});
