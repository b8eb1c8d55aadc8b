import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOf, writeBuildInfo } from './build-info.ts';

test('says what was built, by the paths that it is served at, and nothing that the page does not', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), 'landing');
  await writeFile(join(dist, 'assets/main-1a2b.js'), 'script');
  const rules = [{ path: '/*', headers: { 'X-Frame-Options': 'DENY' } }];
  const settings = { VITE_POSTHOG_KEY: 'phc_abc', VITE_POSTHOG_HOST: '/ingest' } as const;

  const whole = { ...settings, POSTHOG_UPSTREAM: 'https://eu.i.posthog.com' };
  await writeBuildInfo(dist, rules, whole);

  expect(JSON.parse(await readFile(join(dist, 'build.json'), 'utf8'))).toEqual({
    ...settings,
    rules,
    files: {
      '/': hashOf(Buffer.from('landing')),
      '/assets/main-1a2b.js': hashOf(Buffer.from('script')),
    },
  });
  await rm(dist, { recursive: true });
});
