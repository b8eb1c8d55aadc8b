import type { Route } from '@playwright/test';
import { BLANK } from '../src/waitlist/fields.ts';
import { SUBMIT_BUTTON, TICKET, TOAST } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import {
  expectFailed,
  expectSaved,
  expectSavedOnce,
  expectValues,
  holdSaves,
  open,
  rowsOf,
  SAVES,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// Success is shown only after the row is stored, and any other outcome is a failure that keeps the values. Each
// request that arrives stores a row, and the report hides repetitions. src/waitlist/save.test.ts lists the failures.

type Fault = { isOffline?: boolean; respond: (route: Route) => Promise<unknown>; rows: number };

/** What happens to each request, and how many rows one submit stores. */
const FAULTS: Record<string, Fault> = {
  'a device that is offline': { isOffline: true, respond: (route) => route.abort('internetdisconnected'), rows: 0 },
  'a connection that is lost after the row is stored': {
    respond: (route) => route.fetch().then(() => route.abort('connectionreset')),
    rows: 3,
  },
  'a missing response after the row is stored': { respond: (route) => route.fetch(), rows: 1 },
};

for (const [fault, { isOffline = false, respond, rows }] of Object.entries(FAULTS)) {
  test(`${fault} is a failure; the next try saves`, async ({ page, person, expectErrors }) => {
    expectErrors('failed save', 'lost connection');
    await page.route(SAVES, respond);
    await open(page);
    // A device that is offline cannot load the toasts.
    await expect(page.getByRole('region', { name: /notifications/i })).toBeAttached();
    await page.context().setOffline(isOffline);
    await signUp(page, person);
    await expectFailed(page);
    await expect(page.getByText(TOAST.success[0]).filter({ visible: true })).toHaveCount(0);
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
    await expectValues(page, person);
    expect(await rowsOf(person)).toHaveLength(rows);

    await page.unroute(SAVES);
    await page.context().setOffline(false);
    await submitButton(page).click();
    await expectSaved(page);
    await expectValues(page, BLANK);
    expect((await rowsOf(person)).length).toBeGreaterThan(rows);
  });
}

test('time in another app is no waiting: the save continues when the visitor returns', async ({ page, person }) => {
  await page.clock.install();
  await open(page);
  const respond = await holdSaves(page);
  await signUp(page, person);
  // As a phone does that suspends the page: each timer that is due meanwhile ends at once, and only once.
  await page.clock.fastForward('01:00');
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);

  respond();
  await expectSavedOnce(page, person);
});

test('a sign-up needs no lazy script and no analytics', async ({ page, person, expectErrors }) => {
  expectErrors('lost script', 'unreachable analytics');
  await page.route(`${services.analytics}/**`, (route) => route.abort('blockedbyclient'));
  await page.route(/\/assets\/(toaster|posthog)-/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await open(page);
  await signUp(page, person);
  // The toasts are a lazy script, too: the ticket shows the success.
  await expect(page.getByText(TICKET.saved)).toBeVisible();
  await expectValues(page, BLANK);
  expect(await rowsOf(person)).toHaveLength(1);
});
