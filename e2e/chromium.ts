import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** Where Playwright's downloads cannot be reached, root can install Debian's package instead. */
const INSTALL = isRoot
  ? 'export DEBIAN_FRONTEND=noninteractive PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT=5000; ' +
    'npx playwright install chromium && npx playwright install-deps chromium || ' +
    '{ apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation; }'
  : 'npx playwright install chromium';

const find = () =>
  [process.env.CHROMIUM_PATH ?? '', chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    existsSync,
  );

function install(): string {
  console.error(`No Chromium found. Installing it takes a few minutes:\n  ${INSTALL}`);
  spawnSync(INSTALL, { shell: true, stdio: 'inherit' });
  const path = find();
  if (!path) throw new Error('No Chromium found. Install it or Chrome, or set CHROMIUM_PATH to its path.');
  return path;
}

/** How to launch Chromium, which is installed first if there is none. Its sandbox cannot start as root. */
export const launchOptions = {
  executablePath: find() ?? install(),
  args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
};
