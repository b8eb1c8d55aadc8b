import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const MINUTE = 60_000;

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
 * Finds a Chromium, or gets one: Playwright's own download, else Debian's package.
 *
 * @throws when there is none and none can be had, saying what to install
 */
export function chromiumPath(): string {
  const path = find() ?? install();
  // Processes started from here need not search, nor install, again.
  process.env.CHROMIUM_PATH = path;
  return path;
}

function find(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;

  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return [
    chromium.executablePath(),
    ...PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => existsSync(path));
}

function install(): string {
  console.error('No Chromium found. Getting one, which may take a few minutes.');

  const attempts: Array<() => void> = [
    () => {
      // Where only package registries are reachable this fails within seconds.
      run('npx', ['playwright', 'install', 'chromium'], {
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000',
      });
      if (isRoot) run('npx', ['playwright', 'install-deps', 'chromium']);
    },
    () => {
      if (!isRoot) return;
      run('apt-get', ['update']);
      run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], {
        DEBIAN_FRONTEND: 'noninteractive',
      });
    },
  ];

  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // The next one may do, and what is left to do by hand is said below.
    }
    const path = find();
    if (path && starts(path)) return path;
  }
  throw new Error(
    'No Chromium. Run `npx playwright install --with-deps chromium`, or install Chromium or Chrome ' +
      'with your package manager, or set CHROMIUM_PATH to an executable.',
  );
}

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  execFileSync(command, args, {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: 10 * MINUTE,
  });
}

/** A download without the system's libraries is there but does not start. */
function starts(path: string): boolean {
  try {
    run(path, ['--version']);
    return true;
  } catch {
    return false;
  }
}
