import type { Route } from '@playwright/test';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import { expectFailed, expectSaved, fillIn, open, submitButton } from './waitlist-page.ts';

const ANYTHING = `${services.postHog}/**`;
const CONFIG = `${services.postHog}/array/**`;

test.use({ expectedErrors: /Failed to load resource|SaveError/ });

const faults: Record<string, { of: string; answer: (route: Route) => Promise<unknown> }> = {
  'blocked altogether': { of: ANYTHING, answer: (route) => route.abort('blockedbyclient') },
  'refusing everything': { of: ANYTHING, answer: (route) => route.fulfill({ status: 403 }) },
  'not answering for its configuration': { of: CONFIG, answer: () => new Promise(() => {}) },
  'throttling its configuration': { of: CONFIG, answer: (route) => route.fulfill({ status: 503 }) },
};

for (const [fault, { of, answer }] of Object.entries(faults)) {
  test(`a sign-up does not notice analytics ${fault}`, async ({ page, person }) => {
    await page.route(of, answer);
    await open(page);
    await fillIn(page, person);
    await submitButton(page).click();
    await expectSaved(page);
    expect(await rowsOf(person)).toHaveLength(1);
  });
}

test('events wait in order for a slow configuration', async ({ page, person, receivedEvents }) => {
  let configurationComes = () => {};
  const wait = new Promise<void>((resolve) => {
    configurationComes = resolve;
  });
  await page.route(CONFIG, async (route) => {
    await wait;
    await route.continue();
  });
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  expect(await receivedEvents()).toEqual([]);

  configurationComes();
  await expectFunnel(receivedEvents, ['$pageview', 'waitlist_form_started', 'waitlist_signup']);
});

test('a busy configuration is asked again, and what happened meanwhile arrives', async ({
  page,
  person,
  receivedEvents,
}) => {
  let asked = 0;
  await page.route(CONFIG, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500 }) : route.continue();
  });
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  await expectFunnel(receivedEvents, ['$pageview', 'waitlist_form_started', 'waitlist_signup']);
  expect(asked).toBe(2);
});

test('a failed save is in the funnel with its reason', async ({ page, person, receivedEvents }) => {
  await page.route('**/rest/v1/waitlist*', (route) => route.fulfill({ status: 403 }));
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectFailed(page);
  await expectFunnel(receivedEvents, [
    '$pageview',
    'waitlist_form_started',
    'waitlist_signup_failed',
  ]);
  expect((await receivedEvents()).at(-1)?.properties).toMatchObject({ reason: 'refused' });
});

for (const [signal, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`${signal} is respected before anything is fetched`, async ({ page, context, person }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await context.addInitScript(
      ([name, set]) => Object.defineProperty(Navigator.prototype, name, { value: set }),
      [property, value] as const,
    );
    const isOff = page.waitForEvent('console', (line) => line.text().includes('so it is off'));
    await open(page);
    await fillIn(page, person);
    await submitButton(page).click();
    await expectSaved(page);
    await isOff;
    expect(
      requests.filter((url) => /posthog/i.test(url) || url.startsWith(services.postHog)),
    ).toEqual([]);
  });
}

test('no address in any event has a query, and campaigns are known all the same', async ({
  page,
  person,
  receivedEvents,
}) => {
  await open(page, '/?utm_source=poster&ticket=private#waitlist', {
    referer: `${services.page}/from?friend=private`,
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  await expectFunnel(receivedEvents, ['$pageview', 'waitlist_form_started', 'waitlist_signup']);

  for (const { properties } of await receivedEvents()) {
    expect(properties).toMatchObject({
      $current_url: `${services.page}/`,
      $referrer: `${services.page}/from`,
      utm_source: 'poster',
    });
    expect(JSON.stringify(properties)).not.toContain('private');
  }
});

async function expectFunnel(
  receivedEvents: () => Promise<Array<{ event: string }>>,
  names: string[],
): Promise<void> {
  await expect
    .poll(async () => (await receivedEvents()).map(({ event }) => event), { timeout: 10_000 })
    .toEqual(names);
}
