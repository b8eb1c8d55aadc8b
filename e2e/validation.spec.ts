import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { field, fillIn, open, submitButton } from './waitlist-page.ts';

test('all messages come at once, tied to their fields, and the first wrong field takes focus', async ({
  page,
}) => {
  await open(page);
  await fillIn(page, { name: '   ', email: 'robin@' });
  await submitButton(page).click();

  for (const [key, message] of [
    ['name', 'Name is required'],
    ['phoneNumber', 'Phone number is required'],
    ['email', 'Invalid email address'],
  ] as const) {
    await expect(field(page, key)).toHaveAccessibleDescription(message);
    await expect(field(page, key)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(field(page, 'instagram')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'name')).toBeFocused();
});

test('after the first submit the messages follow the typing', async ({ page }) => {
  await open(page);
  await field(page, 'email').pressSequentially('robin@');
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await fillIn(page, { name: 'Robin', phoneNumber: '1' });
  await submitButton(page).click();

  await expect(field(page, 'email')).toBeFocused();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await field(page, 'email').press('End');
  await page.keyboard.type('example.com');
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'false');
  await field(page, 'name').fill('');
  await expect(page.getByText('Name is required')).toBeVisible();
});

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
  await expect(page.getByText('Name is required')).toBeVisible();
  expect(await places()).toEqual(before);
});

test('what was wrong is not saved until it is put right', async ({ page, person }) => {
  let saves = 0;
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) saves += 1;
  });
  await open(page);
  await fillIn(page, { ...person, email: 'not an address' });
  await submitButton(page).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  expect(saves).toBe(0);

  await fillIn(page, { email: person.email });
  await submitButton(page).click();
  await expect.poll(() => rowsOf(person)).toMatchObject([{ email: person.email }]);
  expect(saves).toBe(1);
});
