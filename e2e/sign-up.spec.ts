import { BLANK, FIELD_KEYS } from '../src/waitlist/fields.ts';
import { TICKET } from '../src/waitlist/words.ts';
import { addresses } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { expectSavedOnce, expectValues, field, open, rowsOf, signUp, submitButton } from './waitlist-page.ts';

test('a visitor with a keyboard signs up', async ({ page, person, browserName, expectEvents }) => {
  test.skip(browserName === 'webkit', 'a setting of the system decides what Tab reaches');
  const address = '/?utm_source=poster&utm_medium=qr&utm_campaign=launch';
  await open(page, address, 'https://www.instagram.com/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const key of FIELD_KEYS) {
    await page.keyboard.press('Tab');
    await expect(field(page, key)).toBeFocused();
    await page.keyboard.type(person[key]);
  }
  await page.keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await page.keyboard.press('Enter');

  await expectSavedOnce(page, person);
  const [row] = await rowsOf(person);
  expect(Math.abs(Date.parse(String(row?.timestamp)) - Date.now())).toBeLessThan(60_000);
  // From the ticket, the next tab stop is a friend's name.
  await expect(page.getByRole('group', { name: TICKET.greeting })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'name')).toBeFocused();

  const events = await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
  for (const { properties } of events) {
    expect(properties).toMatchObject({
      utm_source: 'poster',
      utm_medium: 'qr',
      utm_campaign: 'launch',
      $referring_domain: 'www.instagram.com',
      distinct_id: events[0]?.properties.distinct_id,
    });
  }
});

test('a sign-up needs no analytics', async ({ page, person, allowErrors }) => {
  allowErrors('lost script', 'unreachable analytics');
  await page.route(`${addresses.analytics}/**`, (route) => route.abort('blockedbyclient'));
  await page.route(/\/assets\/posthog-/, (route) => route.fulfill({ status: 404 }));
  await open(page);
  await signUp(page, person);
  await expect(page.getByText(TICKET.saved)).toBeVisible();
  await expectValues(page, BLANK);
  expect(await rowsOf(person)).toHaveLength(1);
});
