import { BLANK } from '../src/waitlist/fields.ts';
import { SUBMIT_BUTTON, TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { services } from './services.ts';
import { expectSavedOnce, expectValues, hold, open, rowsOf, SAVES, signUp, submitButton } from './waitlist-page.ts';

// What only a browser can show of a save in trouble. src/waitlist/save.test.ts lists the failures.

test('time in another app is no waiting: the save continues when the visitor returns', async ({ page, person }) => {
  await page.clock.install();
  await open(page);
  const respond = await hold(page, SAVES);
  await signUp(page, person);
  // As a phone does that suspends the page: each timer that is due meanwhile ends at once, and only once.
  await page.clock.fastForward('01:00');
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);

  respond();
  await expectSavedOnce(page, person);
});

test('a visitor who leaves during the save and comes back is told', async ({ page, person, browserName }) => {
  test.skip(browserName !== 'firefox', 'the others keep no page in memory while a test drives them');
  await open(page);
  const respond = await hold(page, SAVES);
  await signUp(page, person);
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
  await page.goto('/robots.txt');
  respond();
  await expect.poll(() => rowsOf(person)).not.toEqual([]);
  await page.evaluate(() => window.history.back());
  await expect(page.getByText(TICKET.saved)).toBeVisible();
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
