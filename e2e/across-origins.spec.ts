import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import { BLANK, type SignUpInput } from '../src/waitlist/fields.ts';
import { findPostgres } from '../supabase/local/real-postgres.ts';
import { findPostgrest, type RealStack } from '../supabase/local/real-stack.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { test as base, expect } from './fixtures.ts';
import { analyticsSettings } from './services.ts';
import {
  expectFailed,
  expectSaved,
  expectValues,
  field,
  fillIn,
  open,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// The page as it is deployed: its files on one origin, PostgREST and PostgreSQL 17 behind a gateway
// on another one, analytics on a third.

type Site = Deployment & { db: pg.Client };

const test = base.extend<{ gateway: RealStack['gateway'] }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
    async ({}, use) => {
      const deployment = await startDeployment(analyticsSettings);
      const db = new pg.Client(deployment.stack.postgres.urlOf('postgres'));
      await db.connect();
      await use({ ...deployment, db });
      await db.end();
      await deployment.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url.href),
  gateway: async ({ site }, use) => {
    const { gateway } = site.stack;
    const { intercept } = gateway;
    await use(gateway);
    gateway.intercept = intercept;
  },
});

test.skip(
  !process.env.CI && !(findPostgres() && findPostgrest()),
  `no PostgreSQL or PostgREST for ${process.platform} ${process.arch}`,
);
// One worker, and so one stack.
test.describe.configure({ mode: 'default' });

test('a submit takes one request, because a focus has filled the preflight cache', async ({
  page,
  person,
  site,
  gateway,
}) => {
  const requests: IncomingMessage[] = [];
  const { intercept } = gateway;
  gateway.intercept = (request, response, next) => {
    requests.push(request);
    intercept(request, response, next);
  };
  await open(page);
  const api = new URL(gateway.url).origin;
  await expect(page.locator('link[rel=preconnect]')).toHaveAttribute('href', api);
  await fillIn(page, person);
  // Its last focus has sent the last OPTIONS request.
  await page.waitForLoadState('networkidle');
  await field(page, 'name').press('Enter');
  await expectSaved(page);
  await expectValues(page, BLANK);

  expect(await rowsOf(person, site)).toHaveLength(1);
  // The OPTIONS request has a preflight, and the POST none.
  const preflights = requests.map(({ headers }) => headers['access-control-request-method']);
  expect(preflights).toContain('OPTIONS');
  expect(preflights).not.toContain('POST');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  for (const { url, headers } of requests) {
    for (const value of Object.values(person))
      expect(decodeURIComponent(url ?? '')).not.toContain(value);
    expect(headers.origin).toBe(site.url.origin);
    expect(headers.cookie).toBeUndefined();
  }
});

test.describe(() => {
  test.use({ expectedErrors: /^SaveError|^Failed to load resource.*\/rest\/v1\/|CORS policy/ });

  test('a rejected preflight is a failure, and submitting again saves once', async ({
    page,
    person,
    site,
    gateway,
  }) => {
    await open(page);
    const { intercept } = gateway;
    // The form's first touch sends the first request.
    gateway.intercept = (_request, response) => response.writeHead(403).end();
    await signUp(page, person);
    await expectFailed(page);
    await expectValues(page, person);
    expect(await rowsOf(person, site)).toEqual([]);

    gateway.intercept = intercept;
    await submitButton(page).click();
    await expectSaved(page);
    expect(await rowsOf(person, site)).toHaveLength(1);
  });
});

for (const moment of ['OPTIONS', 'POST']) {
  test(`a page closed during its ${moment} has saved`, async ({
    context,
    person,
    site,
    gateway,
  }) => {
    const page = await context.newPage();
    await open(page);
    await page.waitForLoadState('networkidle');
    const arrived = new Promise<void>((resolve) => {
      gateway.intercept = (request, _response, next) => {
        if (request.method !== moment) return next();
        page.once('close', next);
        const { 'access-control-request-method': preflightFor = 'POST' } = request.headers;
        if (preflightFor === 'POST') resolve();
      };
    });
    await signUp(page, person);
    await arrived;
    await page.close();
    await expect.poll(() => rowsOf(person, site)).toHaveLength(1);
  });
}

async function rowsOf(person: SignUpInput, { db }: Site): Promise<Array<{ name: string }>> {
  const { rows } = await db.query<{ name: string }>(
    'select name from public.waitlist where phone_number = $1 order by id',
    [person.phoneNumber],
  );
  return rows;
}
