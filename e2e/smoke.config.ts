import { defineConfig, devices } from '@playwright/test';
import { origin } from '../vite/settings.ts';
import { launchOptions } from './chromium.ts';

const { data: baseURL, error } = origin.safeParse(process.env.SMOKE_URL ?? '');
if (error) throw new Error(`SMOKE_URL ${error.issues[0]?.message}`);

/** The test of a deployment. It sends no events, because PostHog's SDK drops those of automated browsers. */
export default defineConfig({
  testDir: '.',
  testMatch: 'smoke.spec.ts',
  outputDir: '../node_modules/.cache/smoke',
  globalSetup: './chromium.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { ...devices['Desktop Chrome'], launchOptions, baseURL },
});
