import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../tools/chromium.ts';
import { POSTHOG_KEY, services } from './services.ts';

// Not ./dist, which somebody may be looking at.
const outDir = 'node_modules/.cache/e2e';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // Ample: a laptop that does other things as well is no failure.
  timeout: 60_000,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'dot' : 'list',
  use: {
    baseURL: services.page,
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        ...chromiumArgs,
        // PostHog drops the events of a browser that says it is driven by a program.
        '--disable-blink-features=AutomationControlled',
      ],
      // People's browsers keep the page that was left.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 720 } } },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      testMatch: ['sign-up.spec.ts', 'validation.spec.ts'],
    },
  ],
  webServer: [
    {
      name: 'PostHog',
      command: 'tsx fake-posthog.ts',
      url: `${services.postHog}/received`,
    },
    {
      name: 'page',
      command: [
        `vite build --mode preview --outDir ${outDir} --logLevel warn`,
        `vite preview --mode preview --outDir ${outDir} --port ${new URL(services.page).port} --strictPort`,
      ].join(' && '),
      cwd: '..',
      url: services.page,
      timeout: 120_000,
      env: {
        // The embedded backend, whatever a developer's .env says.
        VITE_SUPABASE_URL: '',
        VITE_SUPABASE_ANON_KEY: '',
        VITE_POSTHOG_KEY: POSTHOG_KEY,
        VITE_POSTHOG_HOST: services.postHog,
        EMBEDDED_DATA_DIR: 'memory://',
        EMBEDDED_DB_PORT: String(services.databasePort),
      },
    },
  ],
});
