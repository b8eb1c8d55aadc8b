import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** Launch arguments. Chromium's sandbox cannot start as root. */
export const chromiumArgs = ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])];

/** As root, with Debian's package where Playwright's downloads cannot be reached. */
const FETCH = isRoot
  ? 'export DEBIAN_FRONTEND=noninteractive PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000; ' +
    'npx playwright install chromium && npx playwright install-deps chromium || ' +
    '{ apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation; }'
  : 'npx playwright install chromium';

/**
 * Where Chromium is: at CHROMIUM_PATH, where Playwright puts it, or where systems do. If there is
 * none, prints a message and installs it with Playwright.
 *
 * @throws when the installation fails, with the command that installs it
 */
export function chromiumPath(): string {
  let path = findChromium();
  if (!path) {
    console.error(`No Chromium found. Fetching one, which may take a few minutes:\n  ${FETCH}`);
    spawnSync(FETCH, { shell: true, stdio: 'inherit' });
    path = findChromium();
  }
  if (!path) throw new Error('No Chromium. Install it or Chrome, or name one in CHROMIUM_PATH.');
  // Processes started from here need not search, nor fetch, again.
  process.env.CHROMIUM_PATH = path;
  return path;
}

function findChromium(): string | undefined {
  return [
    process.env.CHROMIUM_PATH ?? '',
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find(existsSync);
}
