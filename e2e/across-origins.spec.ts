import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { listen, type Service } from '../supabase/tests/listen.ts';
import { hasRealStack, PUBLISHABLE_KEY, startRealStack } from '../supabase/tests/stack.ts';
import { buildLocalPage } from '../vite/build-page.ts';
import { staticHost } from '../vite/static-host.ts';
import { expect, test } from './fixtures.ts';
import { analyticsSettings } from './services.ts';
import { expectSaved, field, open, signUp } from './waitlist-page.ts';

// The page as it is deployed: its files on one origin, PostgREST and PostgreSQL 17 behind a gateway
// on another one, analytics on a third.

const DIST = 'node_modules/.cache/deployed';

let stack: Awaited<ReturnType<typeof startRealStack>>;
let host: Service;
let db: pg.Client;

test.skip(!hasRealStack, `no PostgreSQL or PostgREST for ${process.platform} ${process.arch}`);
// One worker runs all tests of this file, so that the stack starts once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  stack = await startRealStack();
  const supabase = { VITE_SUPABASE_URL: stack.gateway.origin, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY };
  await buildLocalPage(DIST, { ...supabase, ...analyticsSettings });
  host = await listen(staticHost(DIST));
  db = new pg.Client(stack.urlOf('postgres'));
  await db.connect();
});
test.afterAll(async () => {
  await db?.end();
  host?.close();
  await stack?.stop();
});

/** Runs the smoke test, which fails if a test fails, or if there is none. */
const smoke = (origin: string, ...args: string[]) =>
  promisify(execFile)('npm', ['run', 'smoke', '--', '--output=node_modules/.cache/smoke', ...args], {
    env: { ...process.env, SMOKE_URL: origin },
  });

test('the smoke test passes', async () => {
  // It has a browser of its own.
  test.slow();
  await smoke(host.origin);
});

test('the smoke test names a script that a host adds', async () => {
  test.slow();
  const html = await (await fetch(host.origin)).text();
  const beacon = '<script defer src="https://static.cloudflareinsights.com/beacon.min.js"></script>';
  const changing = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html.replace('</body>', () => `${beacon}</body>`));
  });
  const { stdout } = await smoke(changing.origin, '--grep=scripts of the build').catch((error) => error);
  changing.close();
  expect(stdout).toContain('The host adds or changes scripts.');
  expect(stdout).toContain(`"${beacon.replaceAll('"', '\\"')}"`);
});

test('a save uses the connection and the preflight of the first focus', async ({ page, person }) => {
  const requests: IncomingMessage[] = [];
  stack.gateway.intercept = (request, next) => {
    requests.push(request);
    next();
  };
  await open(page, host.origin);
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', stack.gateway.origin);
  await field(page, 'name').focus();
  await page.waitForLoadState('networkidle');
  // Browsers keep a preflight for five seconds.
  await signUp(page, person);
  await expectSaved(page);

  expect(await countRows(person)).toBe(1);
  // The request at the focus with its preflight, and the save.
  expect(requests.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS', 'POST']);
  expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
});

for (const moment of ['OPTIONS', 'POST']) {
  test(`a page closed during its ${moment} has saved`, async ({ context, person }) => {
    const page = await context.newPage();
    await open(page, host.origin);
    await page.waitForLoadState('networkidle');
    const arrived = new Promise<void>((resolve) => {
      stack.gateway.intercept = (request, next) => {
        if (request.method !== moment) return next();
        page.once('close', next);
        const { 'access-control-request-method': preflightFor = 'POST' } = request.headers;
        if (preflightFor === 'POST') resolve();
      };
    });
    await signUp(page, person);
    await arrived;
    await page.close();
    await expect.poll(() => countRows(person)).toBe(1);
  });
}

async function countRows({ phoneNumber }: SignUpInput) {
  const sql = 'select from public.waitlist where phone_number = $1';
  return (await db.query(sql, [phoneNumber])).rowCount;
}
