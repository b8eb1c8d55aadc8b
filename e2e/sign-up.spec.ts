import { TICKET } from '../src/waitlist/waitlist-words.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  blank,
  expectSaved,
  expectValues,
  fillIn,
  open,
  submitButton,
  toasts,
} from './waitlist-page.ts';

test('a visitor signs up, is told so, stands in the database and in the funnel', async ({
  page,
  person,
  receivedEvents,
}) => {
  await open(page, '/?utm_source=poster&utm_medium=qr&utm_campaign=launch', {
    referer: 'https://www.instagram.com/',
  });
  await fillIn(page, person);
  await submitButton(page).click();

  await expectSaved(page);
  await expect(toasts(page)).toContainText("We'll let you know when gel is ready for you.");
  await expect(page.locator('form')).toContainText(TICKET.saved);
  await expectValues(page, blank);
  await expect(submitButton(page)).toBeEnabled();

  const rows = await rowsOf(person);
  expect(rows).toMatchObject([
    {
      name: person.name,
      phone_number: person.phoneNumber,
      instagram: person.instagram,
      email: person.email,
    },
  ]);
  expect(Math.abs(Date.parse(rows[0]?.timestamp ?? '') - Date.now())).toBeLessThan(60_000);

  await expect
    .poll(async () => (await receivedEvents()).map(({ event }) => event))
    .toEqual(['$pageview', 'waitlist_form_started', 'waitlist_signup']);
  const events = await receivedEvents();
  const [first, , last] = events.map(({ properties }) => properties);
  for (const properties of [first, last]) {
    expect(properties).toMatchObject({
      utm_source: 'poster',
      utm_medium: 'qr',
      utm_campaign: 'launch',
      $referring_domain: 'www.instagram.com',
    });
  }
  expect(last?.distinct_id).toBe(first?.distinct_id);
  expect(ownProperties(last)).toEqual({
    name: person.name,
    has_email: true,
    has_phone: true,
    has_instagram: true,
  });
});

test('what is optional may stay blank', async ({ page, person, receivedEvents }) => {
  await open(page);
  await fillIn(page, { name: `  ${person.name} `, phoneNumber: person.phoneNumber });
  await submitButton(page).click();
  await expectSaved(page);

  expect(await rowsOf(person)).toMatchObject([{ name: person.name, instagram: null, email: null }]);
  await expect
    .poll(async () => ownProperties((await receivedEvents()).at(-1)?.properties))
    .toEqual({ name: person.name, has_email: false, has_phone: true, has_instagram: false });
});

/** Without what PostHog's SDK adds to every event, its blanks for advertisers' parameters included. */
function ownProperties(properties: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([key, value]) => value !== null && !/^(\$|utm_|token$|distinct_id$)/.test(key),
    ),
  );
}
