import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** Where Playwright's downloads cannot be reached, root can install Debian's package instead. */
const INSTALL = isRoot
  ? 'export DEBIAN_FRONTEND=noninteractive PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000; ' +
    'npx playwright install chromium && npx playwright install-deps chromium || ' +
    '{ apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation; }'
  : 'npx playwright install chromium';

/**
 * Returns how to launch Chromium, and installs Chromium first if there is none.
 *
 * @throws when the installation fails
 */
export function chromiumLaunchOptions(): Required<Pick<LaunchOptions, 'executablePath' | 'args'>> {
  let executablePath = findChromium();
  if (!executablePath) {
    console.error(`No Chromium found. Installing it takes a few minutes:\n  ${INSTALL}`);
    spawnSync(INSTALL, { shell: true, stdio: 'inherit' });
    executablePath = findChromium();
  }
  if (!executablePath) {
    throw new Error('No Chromium found. Install it or Chrome, or set CHROMIUM_PATH to its path.');
  }
  // Playwright's workers inherit the variable, so that they need no search.
  process.env.CHROMIUM_PATH = executablePath;
  // Chromium's sandbox cannot start as root.
  return { executablePath, args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])] };
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
