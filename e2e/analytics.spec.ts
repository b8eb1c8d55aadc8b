import type { Route } from '@playwright/test';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import { expectFailed, expectSaved, fillIn, open, submitButton } from './waitlist-page.ts';

const ANYTHING = `${services.postHog}/**`;
const CONFIG = `${services.postHog}/array/**`;
const FUNNEL = ['$pageview', 'waitlist_form_started', 'waitlist_signup'];

test.use({ expectedErrors: /Failed to load resource|SaveError/ });

const faults: Record<string, { of: string; respond: (route: Route) => Promise<unknown> }> = {
  'is blocked': { of: ANYTHING, respond: (route) => route.abort('blockedbyclient') },
  'rejects everything': { of: ANYTHING, respond: (route) => route.fulfill({ status: 403 }) },
  'sends no configuration': { of: CONFIG, respond: () => new Promise(() => {}) },
};

for (const [fault, { of, respond }] of Object.entries(faults)) {
  test(`a sign-up is stored if analytics ${fault}`, async ({ page, person }) => {
    await page.route(of, respond);
    await open(page);
    await fillIn(page, person);
    await submitButton(page).click();
    await expectSaved(page);
    expect(await rowsOf(person)).toHaveLength(1);
  });
}

test('events wait in order for a configuration that is retried', async ({
  page,
  person,
  receivedEvents,
}) => {
  let requests = 0;
  let isSaved = () => {};
  const saved = new Promise<void>((resolve) => {
    isSaved = resolve;
  });
  await page.route(CONFIG, async (route) => {
    requests += 1;
    if (requests === 1) return route.fulfill({ status: 500 });
    await saved;
    await route.continue();
  });
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  await expect.poll(() => requests).toBe(2);
  expect(await receivedEvents()).toEqual([]);

  isSaved();
  await expectFunnel(receivedEvents, FUNNEL);
});

test('a failed save is an event with its reason', async ({ page, person, receivedEvents }) => {
  await page.route('**/rest/v1/waitlist*', (route) => route.fulfill({ status: 403 }));
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectFailed(page);
  await expectFunnel(receivedEvents, [...FUNNEL.slice(0, 2), 'waitlist_signup_failed']);
  expect((await receivedEvents()).at(-1)?.properties).toMatchObject({ reason: 'refused' });
});

for (const [signal, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`with ${signal}, nothing of analytics is fetched`, async ({ page, context, person }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await context.addInitScript(
      ([name, set]) => Object.defineProperty(Navigator.prototype, name, { value: set }),
      [property, value] as const,
    );
    const isOff = page.waitForEvent('console', (line) => line.text().includes('Analytics is off'));
    await open(page);
    await fillIn(page, person);
    await submitButton(page).click();
    await expectSaved(page);
    await isOff;
    expect(requests.join('\n')).toContain('/rest/v1/waitlist');
    expect(
      requests.filter((url) => /posthog/i.test(url) || url.startsWith(services.postHog)),
    ).toEqual([]);
  });
}

test('no address in an event has a query; campaigns are properties', async ({
  page,
  person,
  receivedEvents,
}) => {
  await open(page, '/?utm_source=poster&ticket=private#waitlist', {
    referer: `${services.page}/from?friend=private`,
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expectFunnel(receivedEvents, FUNNEL);

  for (const event of await receivedEvents()) {
    expect(event.properties).toMatchObject({
      $current_url: `${services.page}/`,
      $referrer: `${services.page}/from`,
      utm_source: 'poster',
    });
    expect(JSON.stringify(event)).not.toContain('private');
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
