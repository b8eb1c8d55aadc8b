import { createHash } from 'node:crypto';
import type { Response } from '@playwright/test';
import { HEADERS } from '../vite/static-host.ts';
import { expect, test } from './fixtures.ts';
import { expectSaved, open, SAVES, signUp } from './waitlist-page.ts';

// `npm run smoke` visits the deployment at SMOKE_URL with the access of a visitor. It stores no row: the save of the
// form gets its response from the test, and the database refuses what the tests send. It sends no event either,
// because PostHog's SDK drops those of an automated browser.

test.beforeEach(async ({ page, expectErrors }) => {
  // A script that the policy blocks fails one test, which names it.
  expectErrors('policy violation');
  await page.route(SAVES, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 201 }) : route.continue(),
  );
});

test('the page starts, saves, and stores nothing in the browser', async ({ page, person }) => {
  await open(page);
  await signUp(page, person);
  await expectSaved(page);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('the page has the scripts of the build, and no others', async ({ page }) => {
  const html = (await (await page.goto('/'))?.text()) ?? '';
  // Its name has a hash of all that it contains.
  console.log(`The app of the live version: ${/\/assets\/main-[\w-]+\.js/.exec(html)?.[0]}`);
  const scripts = html.matchAll(/(<script\b[^>]*>)(.*?)<\/script>/gis);
  const others = [...scripts].filter(([, tag = '', code = '']) => {
    const hash = createHash('sha256').update(code).digest('base64');
    const isBuilt = /\ssrc=/.test(tag) ? /\ssrc=["']?\/assets\//.test(tag) : html.includes(`'sha256-${hash}'`);
    // Cloudflare's Rocket Loader changes the type of a script, so that the browser does not run it.
    return !isBuilt || tag.includes('-text/javascript');
  });
  const found = others.map(([script]) => script.slice(0, 300));
  expect(found, 'The host adds or changes scripts. docs/deploying.md lists what to turn off.').toEqual([]);
});

for (const [path, status] of [
  ['/', 200],
  ['/no-such-page', 404],
] as const) {
  test(`${path} has the status ${status}, its policy, and all headers`, async ({ page, expectErrors }) => {
    if (status === 404) expectErrors('page not found');
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    const document = await page.goto(path, { waitUntil: 'networkidle' });
    expect(document?.status()).toBe(status);
    // After the next deployment, a cached document would list scripts that are gone.
    expect(document?.headers()['cache-control'] ?? '').not.toMatch(/immutable|max-age=(?!0\b)/);
    const notFound = page.getByRole('heading', { name: 'Oops! Page not found' });
    await expect(notFound).toHaveCount(status === 404 ? 1 : 0);
    const policy = page.locator('meta[charset] + meta[http-equiv=Content-Security-Policy]');
    await expect(policy).toHaveAttribute('content', /^default-src 'none'; script-src 'self' 'sha/);

    const { origin } = new URL(page.url());
    for (const response of responses.filter((one) => one.url().startsWith(origin))) {
      for (const [name, value] of HEADERS) {
        const sent = (await response.headerValue(name)) ?? 'missing';
        expect(sent, `${name} of ${response.url()}`).toContain(value);
      }
    }
  });
}

test('a missing file is not found, and browsers do not keep that', async ({ request }) => {
  const response = await request.get(`/assets/gone-${Date.now()}.js`);
  expect(response.status()).toBe(404);
  expect(response.headers()['cache-control'] ?? '').not.toMatch(/immutable|max-age=(?!0\b)/);
});

test('the page is encrypted and compressed', async ({ request, baseURL: home = '' }) => {
  test.skip(!home.startsWith('https:'), 'a deployment on this machine');
  const response = await request.get(home.replace('https:', 'http:'));
  expect(response.url(), 'where http leads to').toMatch(/^https:/);
  expect(response.headers()).toHaveProperty('content-encoding');
});

const DENIED = 'permission denied';

/** What is wrong if the database refuses ordinary requests with the code PT411. */
const NO_LENGTHS = `The API's gateway passes on no length of a request. To save sign-ups anyway, turn the check off:
  alter role authenticator reset pgrst.db_pre_request; notify pgrst, 'reload config';`;

test('visitors can add a row to the table, and nothing else', async ({ page, person, request }) => {
  await open(page);
  const saving = page.waitForRequest((sent) => sent.method() === 'POST' && /rest/.test(sent.url()));
  await signUp(page, person);
  const save = await saving;
  const [table = ''] = save.url().split('?');
  const { apikey = '' } = save.headers();
  const row = save.postDataJSON();
  const columns = Object.keys(row);
  const nulls = Object.fromEntries(columns.map((column) => [column, null]));

  type Options = { method?: string; data?: object; headers?: Record<string, string> };
  const attempts: [fault: string, refusal: string, query: string, options: Options][] = [
    // Where all is well, the first row passes everything, and the trigger refuses the second. Otherwise the response is
    // another one, and no table stores a row of nulls. Nothing of a refused request is stored.
    ['does not accept what the page sends', 'one sign-up per request', '', { method: 'POST', data: [row, nulls] }],
    ['reads large requests', '"code":"PT413"', '', { method: 'POST', data: { ...nulls, name: 'x'.repeat(30_000) } }],
    ['takes a time of arrival', DENIED, '', { method: 'POST', data: { ...nulls, created_at: null } }],
    ['lets visitors change rows', DENIED, '?id=eq.0', { method: 'PATCH', data: { name: '' } }],
    ['lets visitors delete rows', DENIED, '?id=eq.0', { method: 'DELETE' }],
  ];
  for (const column of ['id', 'created_at', ...columns]) {
    attempts.push([`lets visitors read ${column}`, DENIED, `?select=${column}&limit=0`, {}]);
  }
  for (const schema of ['private', 'reporting']) {
    attempts.push([`exposes ${schema}`, '"code":"PGRST106"', '?limit=0', { headers: { 'Accept-Profile': schema } }]);
  }
  for (const [fault, refusal, query, { headers, ...options }] of attempts) {
    const response = await request.fetch(table + query, { ...options, headers: { apikey, ...headers } });
    const text = await response.text();
    const message = text.includes('"PT411"') ? NO_LENGTHS : `The database ${fault}. Its response has the reason.`;
    expect.soft(text, message).toContain(refusal);
  }
});

test('analytics can be reached', async ({ page, request }) => {
  const isOff = page.waitForEvent('console', (line) => line.text().startsWith('Analytics is off'));
  const configured = page.waitForResponse(/\/array\/[^/]+\/config$/);
  await open(page);
  const config = await Promise.race([configured, isOff.then((line) => line.text())]);
  if (typeof config === 'string') {
    test.skip(/VITE_POSTHOG_\w+ is not set/.test(config), config);
    throw new Error(config);
  }
  expect(await config.json()).toBeInstanceOf(Object);
  // PostHog refuses an event without content; another server does not know the path.
  const event = await request.post(new URL('/e/', config.url()).href, { data: {} });
  expect([200, 400, 401]).toContain(event.status());
});
