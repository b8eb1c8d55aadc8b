import type { Route } from '@playwright/test';
import { BLANK } from '../src/waitlist/fields.ts';
import { SUBMIT_BUTTON, TICKET, TOAST } from '../src/waitlist/words.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import {
  expectFailed,
  expectSavedOnce,
  expectValues,
  fillIn,
  LAZY_SCRIPTS,
  open,
  SAVES,
  signUp,
  submitButton,
  toasts,
} from './waitlist-page.ts';

// In every test: success is shown only after the row is stored, any other outcome is a failure that
// keeps the values, and submitting again adds no second row.

test.use({
  expectedErrors: /^SaveError|^Failed to load resource.*(\/rest\/v1\/waitlist|_DISCONNECTED )/,
});

type Respond = (route: Route) => Promise<unknown>;

const status =
  (code: number): Respond =>
  (route) =>
    route.fulfill({ status: code, json: { code: 'XX000', message: 'injected' } });
const html =
  (code: number): Respond =>
  (route) =>
    route.fulfill({ status: code, contentType: 'text/html', body: '<h1>Log in</h1>' });
const drop: Respond = (route) => route.abort('connectionreset');
const storeAndDrop: Respond = async (route) => {
  await route.fetch();
  await drop(route);
};
const storeAndKeepSilent: Respond = async (route) => {
  await route.fetch();
};
const keepSilent: Respond = async () => {};
const goOffline: Respond = async (route) => {
  await route.request().frame().page().context().setOffline(true);
  await route.abort('internetdisconnected');
};

/** The responses that one visitor gets in turn, the requests for each, and the rows stored by them. */
const journeys: ReadonlyArray<[fault: string, tries: number, rows: number, ...Respond[]]> = [
  ['a final status', 1, 0, ...[400, 401, 403, 409].map(status), status(204)],
  ['a transient status', 3, 0, ...[408, 429].map(status)],
  ["a server's fault", 3, 0, ...[500, 503, 504].map(status)],
  ["the log-in page of a venue's network", 1, 0, html(200)],
  ['an HTML page of a gateway', 3, 0, html(502)],
  ['a connection dropped before the row is stored', 3, 0, drop],
  ['a connection dropped after the row is stored', 3, 1, storeAndDrop],
  ['a device that is offline', 1, 0, goOffline],
  ['no response', 1, 0, keepSilent],
  ['no response after the row is stored', 1, 1, storeAndKeepSilent],
];

for (const [fault, tries, rows, ...responses] of journeys) {
  test(`${fault} is a failure, and submitting again saves once`, async ({
    page,
    person,
    consoleLines,
  }) => {
    await open(page);
    await fillIn(page, person);
    for (const [index, respond] of responses.entries()) {
      let tried = 0;
      await page.route(SAVES, (route) => {
        tried += 1;
        return respond(route);
      });
      await submitButton(page).click();
      await expectFailed(page);
      expect(tried).toBe(tries);
      await expect(toasts(page)).toHaveText(TOAST.error.join(''));
      await expect(page.getByText(TOAST.success[0]).filter({ visible: true })).toHaveCount(0);
      await expect(submitButton(page)).toBeEnabled();
      await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
      await expectValues(page, person);
      expect(await rowsOf(person)).toHaveLength(rows);
      const errors = consoleLines.filter(({ text }) => text.includes('SaveError'));
      expect(errors).toHaveLength(index + 1);
      await page.keyboard.press('Escape');
      await expect(toasts(page)).toHaveCount(0);
      await page.unroute(SAVES);
      await page.context().setOffline(false);
    }
    await submitButton(page).click();
    await expectSavedOnce(page, person);
  });
}

test.describe(() => {
  test.use({ expectedErrors: /^Page not found|^Failed to load resource.*\/elsewhere/ });

  test('a page left during a save shows the outcome when the visitor comes back', async ({
    page,
    person,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium keeps the page that was left');
    await page.addInitScript(() => {
      // As in the back-forward cache of some engines: stored, and the response never arrives.
      const { fetch } = window;
      let saves = 0;
      window.fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!String(input).includes('/rest/v1/')) return response;
        saves += 1;
        return saves === 1 ? new Promise(() => {}) : response;
      };
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) document.documentElement.dataset.cameBack = 'true';
      });
    });
    await open(page);
    await signUp(page, person);
    await expect.poll(() => rowsOf(person)).toHaveLength(1);
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);

    await page.evaluate(() => window.location.assign('/elsewhere'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await page.evaluate(() => window.history.back());
    await expect(page.locator('html')).toHaveAttribute('data-came-back', 'true');
    await expectSavedOnce(page, person);
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
  });
});

test.describe(() => {
  test.use({
    expectedErrors:
      /^Failed to load resource.*\/(later-|array\/)|dynamically imported module|module script failed/,
  });

  test('a sign-up is saved without lazy scripts and analytics', async ({ page, person }) => {
    await page.route(`${services.analytics}/**`, (route) => route.abort('blockedbyclient'));
    await page.route(LAZY_SCRIPTS, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await open(page);
    await signUp(page, person);
    // The toasts are such a part.
    await expect(page.locator('.ticket')).toContainText(TICKET.saved);
    await expectValues(page, BLANK);
    expect(await rowsOf(person)).toHaveLength(1);
  });
});
