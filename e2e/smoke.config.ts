import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './chromium.ts';

const baseURL = process.env.SMOKE_URL;
if (!baseURL) throw new Error('Set SMOKE_URL to the address of the page, for example https://gel.example.');

/** The test of a deployment, `npm run smoke`. It sends no events, because PostHog's SDK drops those of automated browsers. */
export default defineConfig({
  testDir: '.',
  testMatch: 'smoke.spec.ts',
  outputDir: '../node_modules/.cache/smoke',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { ...devices['Desktop Chrome'], launchOptions, baseURL },
});
