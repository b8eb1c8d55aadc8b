import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
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

test('a submit before the script is answered, kept out of the address bar, and sent by it', async ({
  page,
  person,
}) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await expect(submitButton(page)).toHaveText('Adding you...');
  await field(page, 'email').press('Enter');
  await expectValues(page, person);
  await expect(page).toHaveURL('/');
  expect(await rowsOf(person)).toEqual([]);

  const texts = await submitButton(page).evaluateHandle((button) => {
    const seen: Array<string | null> = [];
    const look = () => {
      if (seen.at(-1) !== button.textContent) seen.push(button.textContent);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  deliverScript();
  await expectSaved(page);
  await expect(submitButton(page)).toHaveText('Join the Waitlist');
  // Without a moment at rest when the script takes over.
  expect(await texts.jsonValue()).toEqual(['Adding you...', 'Join the Waitlist']);
  await expect(page).toHaveURL('/');
  expect(await rowsOf(person)).toHaveLength(1);
});

test('what is typed on after a press before the script is not sent half', async ({
  page,
  person,
}) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  await submitButton(page).click();
  await field(page, 'phoneNumber').fill('+1');
  await expect(submitButton(page)).toHaveText('Join the Waitlist');
  deliverScript();
  await tookOver(page);
  expect(await rowsOf(person)).toEqual([]);

  await field(page, 'phoneNumber').fill(person.phoneNumber);
  await submitButton(page).click();
  await expectSaved(page);
  expect(await rowsOf(person)).toHaveLength(1);
});

test('a wrong submit before the script gets its messages from it', async ({ page }) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, { name: 'Robin' });
  await page.keyboard.press('Enter');
  await expect(submitButton(page)).toHaveText('Join the Waitlist');
  deliverScript();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await expect(page.getByText('Name is required')).toBeHidden();
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
