import { existsSync } from 'node:fs';
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import { testEnv } from '../vite/testing/build.ts';
import { addresses } from './addresses.ts';
import { launchOptions } from './chromium.ts';

// Not the folder that `npm start` may be serving.
const outDir = 'node_modules/.cache/e2e';
const { port } = new URL(addresses.page);

/** One engine is enough for these, and none runs the smoke test. */
const CHROMIUM_ONLY = /(accessibility|development|hosted|layout|personal-data|smoke)\.spec\.ts$/;

/** Other engines, if `npx playwright install` has installed them. */
const others = [
  { name: 'firefox', engine: firefox, use: devices['Desktop Firefox'] },
  { name: 'webkit', engine: webkit, use: devices['iPhone 15'] },
].filter(({ engine }) => existsSync(engine.executablePath()));

export default defineConfig({
  testDir: '.',
  testIgnore: 'smoke.spec.ts',
  outputDir: '../test-results',
  globalSetup: './chromium.ts',
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The workflow uploads the report, with the traces of the tests that failed.
  reporter: process.env.CI ? [['dot'], ['html', { open: 'never', outputFolder: '../playwright-report' }]] : 'list',
  use: {
    baseURL: addresses.page,
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: { mode: process.env.CI ? 'retain-on-failure' : 'off', screenshots: false },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], launchOptions } },
    { name: 'phone', use: { ...devices['Pixel 7'], launchOptions }, testMatch: 'sign-up.spec.ts' },
    ...others.map(({ name, use }) => ({ name, use, testIgnore: CHROMIUM_ONLY })),
  ],
  webServer: {
    command: [
      // Another branch may have left a database with other migrations.
      `node -e "fs.rmSync('.local/${port}', { recursive: true, force: true })"`,
      `vite build --mode preview --outDir ${outDir} --logLevel warn`,
      `vite preview --mode preview --outDir ${outDir} --port ${port} --strictPort --logLevel error`,
    ].join(' && '),
    cwd: '..',
    url: addresses.page,
    timeout: 240_000,
    env: testEnv({ VITE_POSTHOG_KEY: 'phc_test', VITE_POSTHOG_HOST: addresses.analytics }),
  },
});
