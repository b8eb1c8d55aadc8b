import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { hasRealStack, PUBLISHABLE_KEY, startRealStack } from '../supabase/tests/stack.ts';
import { staticHost } from '../vite/static-host.ts';
import { buildForTest } from '../vite/testing/build.ts';
import { listen, type TestServer } from '../vite/testing/server.ts';
import { expect, test } from './fixtures.ts';
import { expectSaved, open, signUp } from './waitlist-page.ts';

const DIST = 'node_modules/.cache/hosted';

test.skip(!hasRealStack, 'PostgreSQL and PostgREST are not installed');

let stack: Awaited<ReturnType<typeof startRealStack>> | undefined;
let host: TestServer | undefined;
test.afterAll(async () => {
  host?.close();
  await stack?.stop();
});

// The page as it is deployed: its files on one origin, PostgREST and PostgreSQL behind a gateway on another one.
test('a hosted page saves, even if it is left, and passes the smoke test', async ({ browser, context, person }) => {
  stack = await startRealStack();
  const { gateway, urlOf } = stack;
  const api = { VITE_SUPABASE_URL: gateway.origin, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY };
  await buildForTest(DIST, 'production', api);
  host = await listen(staticHost(DIST));

  const page = await context.newPage();
  await open(page, host.origin);
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', gateway.origin);
  const requests: unknown[] = [];
  gateway.intercept = ({ method }, next) => requests.push(method) && next();
  await signUp(page, person);
  await expectSaved(page);
  expect(requests).toEqual(['OPTIONS', 'POST']);

  // A visitor leaves during the first request. The browser then still sends the second one, with the sign-up.
  const left = await (await browser.newContext()).newPage();
  await open(left, host.origin);
  const preflight = new Promise((resolve) => {
    gateway.intercept = (request, next) => {
      left.once('close', next);
      gateway.intercept = (_request, next) => next();
      resolve(request.method);
    };
  });
  await signUp(left, person);
  expect(await preflight).toBe('OPTIONS');
  await left.close();

  const db = new pg.Client(urlOf('postgres'));
  await db.connect();
  const sql = 'select from public.waitlist where phone_number = $1';
  await expect.poll(async () => (await db.query(sql, [person.phoneNumber])).rowCount).toBe(2);
  await db.end();

  const smoke = promisify(execFile)('npm', ['run', 'smoke'], {
    env: { ...process.env, SMOKE_URL: host.origin, SMOKE_ANALYTICS: 'off' },
  });
  await smoke.catch(({ stdout }) => {
    throw new Error(stdout);
  });
});
