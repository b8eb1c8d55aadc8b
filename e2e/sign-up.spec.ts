import { FIELD_KEYS } from '../src/waitlist/fields.ts';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { expectSavedOnce, field, open, rowsOf, signUp, submitButton } from './waitlist-page.ts';

test('a sign-up is shown, stored, and in the funnel', async ({ page, person, expectEvents }) => {
  const address = '/?utm_source=poster&utm_medium=qr&utm_campaign=launch';
  await open(page, address, 'https://www.instagram.com/');
  await signUp(page, person);

  await expectSavedOnce(page, person);
  await expect(page.getByText(TICKET.saved)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  const [row] = await rowsOf(person);
  expect(Math.abs(Date.parse(row?.timestamp ?? '') - Date.now())).toBeLessThan(60_000);

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

test('a visitor with a keyboard skips to the form, and signs up', async ({
  page,
  person,
  browserName,
  expectEvents,
}) => {
  test.skip(browserName === 'webkit', 'a setting of the system decides what Tab reaches');
  await open(page);
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
  // From the ticket the next tab stop is a friend's name.
  await expect(page.getByRole('group', { name: TICKET.greeting })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'name')).toBeFocused();

  // The skip link is no page view.
  await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
});
