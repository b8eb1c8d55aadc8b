import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { blank, expectSaved, expectValues, fillIn, open, submitButton } from './waitlist-page.ts';

test.use({ expectedErrors: /status of 404|Page not found/ });

test('who leaves while it is saved and comes back is told how it ended', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    // As in the back-forward cache of some engines: stored, and the answer never arrives.
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
  await fillIn(page, person);
  await submitButton(page).click();
  await expect.poll(() => rowsOf(person)).toHaveLength(1);
  await expect(submitButton(page)).toHaveText('Adding you...');

  await page.evaluate(() => window.location.assign('/elsewhere'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.evaluate(() => window.history.back());
  await expect(page.locator('html')).toHaveAttribute('data-came-back', 'true');

  await expectSaved(page);
  await expectValues(page, blank);
  await expect(submitButton(page)).toHaveText('Join the Waitlist');
  expect(await rowsOf(person)).toHaveLength(1);
});
