import type { Page } from '@playwright/test';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  blank,
  expectSaved,
  expectValues,
  field,
  fillIn,
  open,
  openWithoutScript,
  type Person,
  submitButton,
  tookOver,
} from './waitlist-page.ts';

// The page is there at once and its script a while later: what visitors do in between counts.

/** Whether the button shows that a submit waits for the script. */
async function expectPending(page: Page, isPending: boolean): Promise<void> {
  await expect(submitButton(page)).toHaveCSS('animation-name', isPending ? 'work' : 'none');
}

test('what was typed before the script survives it', async ({ page, person, receivedEvents }) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  deliverScript();
  await tookOver(page);

  await expectValues(page, person);
  await submitButton(page).click();
  await expectSaved(page);
  expect(await rowsOf(person)).toMatchObject([{ name: person.name, email: person.email }]);
  await expect
    .poll(async () => (await receivedEvents()).map(({ event }) => event))
    .toContain('waitlist_form_started');
});

test('a submit before the script shows at once, stays out of the address, and is sent once', async ({
  page,
  person,
}) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expectPending(page, true);
  await field(page, 'email').press('Enter');
  await expectValues(page, person);
  expect(await rowsOf(person)).toEqual([]);

  deliverScript();
  await expectSaved(page);
  await expectPending(page, false);
  await expect(page).toHaveURL('/');
  expect(await rowsOf(person)).toHaveLength(1);
});

test('a submit is saved before React is there, which then tells so', async ({
  page,
  person,
  receivedEvents,
}) => {
  const deliverReact = await openWithoutScript(page, 'main');
  await fillIn(page, person);
  await submitButton(page).click();
  await submitButton(page).click();
  await expect.poll(() => rowsOf(person)).toMatchObject([{ name: person.name }]);
  await expectValues(page, person);
  await expectPending(page, true);

  deliverReact();
  await expectSaved(page);
  await expectPending(page, false);
  await expectValues(page, blank);
  expect(await rowsOf(person)).toHaveLength(1);
  const signUps = async () =>
    (await receivedEvents()).filter(({ event }) => event === 'waitlist_signup');
  await expect.poll(signUps).toHaveLength(1);
});

test('what is typed on after a press before the script is not sent half', async ({
  page,
  person,
}) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await field(page, 'phoneNumber').fill('+1');
  await expectPending(page, false);
  deliverScript();
  await tookOver(page);
  expect(await rowsOf(person)).toEqual([]);

  await field(page, 'phoneNumber').fill(person.phoneNumber);
  await submitButton(page).click();
  await expectSaved(page);
  expect(await rowsOf(person)).toHaveLength(1);
});

test('an invalid submit before the script gets its messages from it', async ({ page }) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, { name: 'Robin' });
  await page.keyboard.press('Enter');
  deliverScript();
  await expect(field(page, 'phoneNumber')).toHaveAccessibleDescription('Phone number is required');
  await expect(field(page, 'name')).not.toHaveAccessibleDescription('Name is required');
});

test('what a script filled in without telling is saved as it is seen', async ({ page, person }) => {
  await open(page);
  // As some password managers and in-app browsers do.
  for (const [label, value] of Object.entries(person)) {
    await field(page, label as keyof Person).evaluate((input: HTMLInputElement, text) => {
      input.value = text;
    }, value);
  }
  await field(page, 'phoneNumber').focus();
  await field(page, 'name').focus();
  await expectValues(page, person);

  await submitButton(page).click();
  await expectSaved(page);
  expect(await rowsOf(person)).toMatchObject([
    { name: person.name, instagram: person.instagram, email: person.email },
  ]);
});
