import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../e2e/chromium.ts';

/** For `npm run hosts`. */
export default defineConfig({
  testMatch: 'hosts.spec.ts',
  outputDir: '../test-results',
  timeout: 600_000,
  workers: 1,
  reporter: 'list',
  use: { launchOptions: { executablePath: chromiumPath(), args: chromiumArgs } },
});
