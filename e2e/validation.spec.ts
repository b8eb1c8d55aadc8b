import { expect, test } from './fixtures.ts';
import { fillIn, open, submitButton } from './waitlist-page.ts';

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
