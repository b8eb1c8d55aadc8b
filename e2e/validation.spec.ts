import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { field, fillIn, open, submitButton } from './waitlist-page.ts';

test('nothing moves when messages come and go', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  // In one go: the page may still be scrolling.
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('input, button, h2, footer')].map((part) =>
        Math.round(part.getBoundingClientRect().top + scrollY),
      ),
    );

  const before = await places();
  await fillIn(page, { email: 'robin@' });
  await submitButton(page).click();
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
  expect(await places()).toEqual(before);
});

test('an invalid submission is not saved until it is corrected', async ({ page, person }) => {
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) saves += 1;
  });
  await open(page);
  await fillIn(page, { ...person, name: '   ', email: 'not an address' });
  await submitButton(page).click();
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true');
  expect(saves).toBe(0);

  await fillIn(page, person);
  await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'false');
  await submitButton(page).click();
  await expect.poll(() => rowsOf(person)).toMatchObject([{ name: person.name }]);
  expect(saves).toBe(1);
});
