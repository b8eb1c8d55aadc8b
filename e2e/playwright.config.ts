import { existsSync } from 'node:fs';
import { defineConfig, devices, firefox, webkit } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './chromium.ts';
import { isolatedEnv } from './local-page.ts';
import { analyticsSettings, services } from './services.ts';

// Not ./dist, which `npm start` may be serving.
const outDir = 'node_modules/.cache/e2e';

/** As people's, because PostHog's SDK drops the events of browsers that are automated. */
const chromium = {
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--disable-blink-features=AutomationControlled'],
    // People's browsers keep the page that was left.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
};

/** What depends on Chromium's own tools, or is measured in one engine. */
const CHROMIUM_ONLY = /(accessibility|across-origins|layout|privacy)\.spec\.ts$/;

/** The other engines; only Playwright's own builds of them can be driven by it. */
const others = [
  { name: 'firefox', engine: firefox, use: devices['Desktop Firefox'] },
  { name: 'webkit', engine: webkit, use: devices['iPhone 15'] },
];
const missing = others.filter(({ engine }) => !existsSync(engine.executablePath()));
if (missing.length > 0 && !process.env.TEST_WORKER_INDEX) {
  const names = missing.map(({ name }) => name).join(' and ');
  const command = `npx playwright install ${missing.map(({ name }) => name).join(' ')}`;
  // The workflow has installed them.
  if (process.env.GITHUB_ACTIONS) throw new Error(`Not installed: ${names}. ${command}`);
  console.warn(`Left out, not installed: ${names}. "${command}" brings what is missing.`);
}

export default defineConfig({
  testDir: '.',
  globalSetup: './analytics-server.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Ample: a laptop that does other things as well is no failure.
  timeout: 60_000,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The workflow keeps the report, and the traces of what failed.
  reporter: process.env.CI
    ? [['dot'], ['html', { open: 'never', outputFolder: '../playwright-report' }]]
    : 'list',
  use: {
    baseURL: services.page,
    trace: { mode: process.env.CI ? 'retain-on-failure' : 'off', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], ...chromium },
      testIgnore: 'across-origins.spec.ts',
    },
    {
      name: 'across origins',
      use: { ...devices['Desktop Chrome'], ...chromium },
      testMatch: 'across-origins.spec.ts',
    },
    {
      name: 'phone',
      use: { ...chromium, ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      testMatch: 'sign-up.spec.ts',
    },
    ...others
      .filter((other) => !missing.includes(other))
      .map(({ name, use }) => ({ name, use: { ...use }, testIgnore: CHROMIUM_ONLY })),
  ],
  webServer: {
    name: 'page',
    command: [
      `vite build --mode preview --outDir ${outDir} --logLevel warn`,
      `vite preview --mode preview --outDir ${outDir} --port ${new URL(services.page).port} --strictPort`,
    ].join(' && '),
    cwd: '..',
    url: services.page,
    timeout: 120_000,
    env: { ...isolatedEnv(analyticsSettings), LOCAL_DATA_DIR: services.database },
  },
});
