import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const own = chromium.executablePath();
/** The Chromium on this machine, if there is one. Playwright reports a `CHROMIUM_PATH` that does not exist. */
const found = process.env.CHROMIUM_PATH || [own, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

/** Where Playwright's downloads cannot be reached, root can install Debian's package instead. */
const INSTALL = isRoot
  ? 'export DEBIAN_FRONTEND=noninteractive PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000; ' +
    'npx playwright install chromium && npx playwright install-deps chromium || ' +
    '{ apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation; }'
  : 'npx playwright install chromium';

/** How to launch Chromium. Its sandbox cannot start as root. */
export const launchOptions = {
  executablePath: found ?? own,
  args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
};

/**
 * Installs Chromium if there is none. As the `globalSetup` of a configuration, it runs before tests, but not when an
 * editor lists them. The workers, which load the configuration anew, find what it has installed.
 */
export default function installChromium(): void {
  if (found) return;
  console.error(`No Chromium found. Installing it takes a few minutes:\n  ${INSTALL}`);
  const { status } = spawnSync(INSTALL, { shell: true, stdio: 'inherit' });
  if (status !== 0) throw new Error('Chromium could not be installed. If there is one, set CHROMIUM_PATH to its path.');
}
