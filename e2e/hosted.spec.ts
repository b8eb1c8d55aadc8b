import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import { listen } from '../vite/test-server.ts';
import { hasRealStack, PUBLISHABLE_KEY, startRealStack } from '../supabase/tests/stack.ts';
import { staticHost } from '../vite/static-host.ts';
import { buildForTest } from '../vite/test-build.ts';
import { expect, test } from './fixtures.ts';
import { field, open, signUp } from './waitlist-page.ts';

const DIST = 'node_modules/.cache/hosted';

test.skip(!hasRealStack, 'PostgreSQL and PostgREST are not installed');

// The page as it is deployed: its files on one origin, PostgREST and PostgreSQL behind a gateway on another one.
test('a hosted page saves by its first connection, even if it is closed', async ({ context, person }) => {
  const stack = await startRealStack();
  const api = { VITE_SUPABASE_URL: stack.gateway.origin, VITE_SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY };
  await buildForTest(DIST, 'production', api);
  const host = await listen(staticHost(DIST));

  const page = await context.newPage();
  await open(page, host.origin);
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', stack.gateway.origin);
  const requests: IncomingMessage[] = [];
  const saving = new Promise<void>((resolve) => {
    stack.gateway.intercept = (request, next) => {
      requests.push(request);
      if (request.method !== 'POST') return next();
      page.once('close', next);
      resolve();
    };
  });
  await field(page, 'name').focus();
  await page.waitForLoadState('networkidle');
  await signUp(page, person);
  await saving;
  await page.close();

  const db = new pg.Client(stack.urlOf('postgres'));
  await db.connect();
  const sql = 'select from public.waitlist where phone_number = $1';
  await expect.poll(async () => (await db.query(sql, [person.phoneNumber])).rowCount).toBe(1);
  await db.end();
  // The request at the focus with its preflight, and the save, which needs no preflight of its own.
  expect(requests.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS', 'POST']);
  expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);

  stack.gateway.intercept = (_request, next) => next();
  const smoke = promisify(execFile)('npm', ['run', 'smoke', '--', '--output=node_modules/.cache/smoke'], {
    env: { ...process.env, SMOKE_URL: host.origin },
  });
  await smoke.catch(({ stdout }) => {
    throw new Error(stdout);
  });
  host.close();
  await stack.stop();
});
