import type { Page, Route } from '@playwright/test';
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

test('Do Not Track is respected', async ({ page, context, person, receivedEvents }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'doNotTrack', { value: '1' });
  });
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  await analyticsIsReady(page);
  // Time for what must not come.
  await page.waitForTimeout(1000);
  expect(await receivedEvents()).toEqual([]);
});

async function expectFunnel(
  receivedEvents: () => Promise<Array<{ event: string }>>,
  names: string[],
): Promise<void> {
  await expect
    .poll(async () => (await receivedEvents()).map(({ event }) => event), { timeout: 10_000 })
    .toEqual(names);
}

/** The SDK comes when the browser has nothing else to do. */
async function analyticsIsReady(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}
