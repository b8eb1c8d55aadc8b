import type { Page, Route } from '@playwright/test';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  blank,
  expectFailed,
  expectSaved,
  expectValues,
  fillIn,
  LAZY_SCRIPTS,
  open,
  type Person,
  submitButton,
  toasts,
} from './waitlist-page.ts';

// Over all of these: who is told "You're on the list" has a row, whose row is not certain is not
// told so and keeps what was typed, and pressing again never makes two rows.

const SAVE = '**/rest/v1/waitlist*';

test.use({
  expectedErrors: /SaveError|Failed to load resource|Failed to fetch/,
});

const json = (status: number) => (route: Route) =>
  route.fulfill({
    status,
    json: { code: 'XX000', message: 'injected', details: null, hint: null },
  });
const html = (status: number) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'text/html',
    body: '<h1>Bad gateway, or: log in first</h1>',
  });

type Fault = {
  answer: (route: Route) => Promise<unknown>;
  /** The first try and the quiet ones after it. */
  tries: number;
  /** Whether the row is there although the visitor could not be told. */
  isStored?: boolean;
};

const faults: Record<string, Fault> = {
  'a 400': { answer: json(400), tries: 1 },
  'a 401': { answer: json(401), tries: 1 },
  'a 403': { answer: json(403), tries: 1 },
  'a 409': { answer: json(409), tries: 1 },
  'a 408': { answer: json(408), tries: 3 },
  'a 429': { answer: json(429), tries: 3 },
  'a 500': { answer: json(500), tries: 3 },
  'a 502 with an HTML page': { answer: html(502), tries: 3 },
  'a 503': { answer: json(503), tries: 3 },
  'a 504': { answer: json(504), tries: 3 },
  "a log-in page with status 200, as a venue's network gives": { answer: html(200), tries: 1 },
  'an empty 204': { answer: (route) => route.fulfill({ status: 204 }), tries: 1 },
  'a connection dropped before the row was stored': {
    answer: (route) => route.abort('connectionreset'),
    tries: 3,
  },
  'a connection dropped after the row was stored': {
    answer: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    tries: 3,
    isStored: true,
  },
  'an answer after 30 s': {
    answer: async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      await route.fulfill({ response });
    },
    tries: 1,
    isStored: true,
  },
  'no answer at all': { answer: () => new Promise(() => {}), tries: 1 },
};

for (const [fault, { answer, tries, isStored = false }] of Object.entries(faults)) {
  test(`${fault} is a failure that can be pressed again`, async ({
    page,
    person,
    consoleLines,
  }) => {
    let tried = 0;
    await open(page);
    await page.route(SAVE, (route) => {
      tried += 1;
      // A late answer finds its request given up.
      return answer(route).catch(() => {});
    });
    await fillIn(page, person);
    await submitButton(page).click();
    await expectFailed(page);
    expect(tried).toBe(tries);
    await expect(toasts(page)).toContainText('Please try again later');
    await expect(page.getByText("You're on the list! 🎉")).toHaveCount(0);
    await expect(submitButton(page)).toBeEnabled();
    await expect(submitButton(page)).toHaveText('Join the Waitlist');
    await expectValues(page, person);
    expect(await rowsOf(person)).toHaveLength(isStored ? 1 : 0);
    expect(consoleLines.filter(({ text }) => text.includes('SaveError'))).toHaveLength(1);

    await page.unroute(SAVE);
    await submitButton(page).click();
    await expectSavedOnce(page, person);
  });
}

test('a passing fault is overcome without a word', async ({ page, person }) => {
  let tried = 0;
  await open(page);
  await page.route(SAVE, async (route) => {
    tried += 1;
    if (tried === 1) return json(503)(route);
    if (tried > 2) return route.continue();
    // Stored, but the answer is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expect(submitButton(page)).toHaveText('Adding you...');
  await expect(submitButton(page)).toBeDisabled();

  await expectSavedOnce(page, person);
  expect(tried).toBe(3);
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('offline at the press is a failure at once; online again, a press saves', async ({
  page,
  context,
  person,
}) => {
  await open(page);
  await fillIn(page, person);
  await chunksAreThere(page);
  await context.setOffline(true);
  await submitButton(page).click();
  await expectFailed(page);
  await expectValues(page, person);
  expect(await rowsOf(person)).toEqual([]);

  await context.setOffline(false);
  await submitButton(page).click();
  await expectSavedOnce(page, person);
});

test('a press repeated in impatience saves once', async ({ page, person }) => {
  let tried = 0;
  await open(page);
  await page.route(SAVE, async (route) => {
    tried += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await fillIn(page, person);
  // In one task, before the page can draw a disabled button.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    for (let press = 0; press < 5; press += 1) form.requestSubmit();
  });
  await page.keyboard.press('Enter');
  await submitButton(page).click({ force: true, noWaitAfter: true });

  await expectSavedOnce(page, person);
  expect(tried).toBe(1);
});

test('two tabs that send the same at the same time make one row', async ({
  page,
  context,
  person,
}) => {
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await open(tab);
    await fillIn(tab, person);
  }
  await Promise.all(tabs.map((tab) => submitButton(tab).click()));
  for (const tab of tabs) await expectSavedOnce(tab, person);
});

test('a page closed while saving has saved, and coming back makes no second row', async ({
  page,
  context,
  person,
}) => {
  const visit = await context.newPage();
  await open(visit);
  await fillIn(visit, person);
  await chunksAreThere(visit);
  const sent = visit.waitForEvent('request', (request) => request.url().includes('/rest/v1/'));
  await submitButton(visit).click();
  await sent;
  await visit.close();
  await expect.poll(() => rowsOf(person)).toHaveLength(1);

  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectSavedOnce(page, person);
});

test('a save works when later parts of the page vanished with a deploy', async ({
  page,
  person,
}) => {
  await page.route(LAZY_SCRIPTS, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await open(page);
  await fillIn(page, person);
  await submitButton(page).click();
  // The toasts are such a part.
  await expect(page.locator('form')).toContainText('Your spot is saved');
  await expectValues(page, blank);
  expect(await rowsOf(person)).toHaveLength(1);
});

async function expectSavedOnce(page: Page, person: Person): Promise<void> {
  await expectSaved(page);
  await expectValues(page, blank);
  expect(await rowsOf(person)).toHaveLength(1);
}

/** Waits until what the submit needs has been fetched, as it is some seconds into a visit. */
async function chunksAreThere(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}
