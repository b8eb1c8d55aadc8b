import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/** Launch arguments for a browser that does what it is told and nothing in the background. */
export const chromiumArgs = [
  // Chromium's sandbox refuses to start as root.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Where Chromium is: at CHROMIUM_PATH, where Playwright puts it, or where systems do. If there is
 * none, says so and has Playwright fetch one.
 *
 * @throws when there is none and none can be had, saying what to install
 */
export function chromiumPath(): string {
  const path = findChromium() ?? fetchChromium();
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

function fetchChromium(): string {
  const playwright = 'npx playwright install chromium';
  // As root, Debian's package where Playwright's downloads cannot be reached.
  const command = isRoot
    ? `${playwright} && npx playwright install-deps chromium || ` +
      '{ apt-get update && apt-get install --yes --no-install-recommends chromium; }'
    : playwright;
  console.error(`No Chromium found. Fetching one, which may take a few minutes:\n  ${command}`);
  spawnSync(command, {
    shell: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000',
      DEBIAN_FRONTEND: 'noninteractive',
    },
  });

  const path = findChromium();
  if (path) return path;
  throw new Error(
    'No Chromium. Run `npx playwright install --with-deps chromium`, or install Chromium or Chrome ' +
      'with your package manager, or set CHROMIUM_PATH to an executable.',
  );
}
