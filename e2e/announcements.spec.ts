import type { Page } from '@playwright/test';
import { CONTROLS } from '../src/waitlist/fields.ts';
import { STATUS, TOAST, ticketName } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { field, fillIn, holdRefusal, open, rowsOf, submitButton } from './waitlist-page.ts';

// What a screen reader announces: the text that a live region gains, and what takes the focus.

const FAILED = [STATUS.failed, TOAST.error.title + TOAST.error.description];
const INVALID_EMAIL = 'Invalid email address. Like a@b.com';
const SAVED = TOAST.success.title + TOAST.success.description;

test.use({ reducedMotion: 'reduce' });

test('every state is announced, in order, each time', async ({ page, person, allowErrors }) => {
  allowErrors('failed save');
  await open(page);
  const expectAnnounced = await recordAnnouncements(page);
  const focused = page.locator(':focus');
  // An empty region has no role that a screen reader announces.
  await expect(page.getByRole('status')).toHaveCount(0);

  await test.step('errors, by the button', async () => {
    await fillIn(page, { email: 'ada@' });
    await submitButton(page).click();
    await expectAnnounced(`To correct: Name is required. Phone number is required. ${INVALID_EMAIL}.`);
    await expect(focused).toHaveAccessibleName(CONTROLS.name.label);
    await expect(focused).toHaveAccessibleDescription('Name is required');
    await expect(focused).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the same errors, by Enter', async () => {
    await fillIn(page, { name: person.name, phoneNumber: person.phoneNumber });
    for (const _ of ['first', 'second']) {
      await field(page, 'email').press('Enter');
      await expectAnnounced(`To correct: ${INVALID_EMAIL}.`);
    }
    await expect(focused).toHaveAccessibleDescription(INVALID_EMAIL);
    await fillIn(page, person);
  });

  await test.step('busy, then failed, twice', async () => {
    for (const key of ['Enter', ' ']) {
      const fail = await holdRefusal(page);
      await submitButton(page).press(key);
      await expectAnnounced(STATUS.busy);
      await expect(submitButton(page)).toBeDisabled();
      fail();
      await expectAnnounced(...FAILED);
      await expect(submitButton(page)).toBeFocused();
    }
  });

  await test.step('saved, and saved again for a friend of the same name', async () => {
    const friend = { ...person, phoneNumber: `${person.phoneNumber}9` };
    for (const someone of [person, friend]) {
      await fillIn(page, someone);
      await field(page, 'name').press('Enter');
      await expectAnnounced(STATUS.busy, SAVED);
      await expect(focused).toHaveRole('group');
      await expect(focused).toHaveAccessibleName(ticketName(person.name.replace(/ .*/, '')));
      expect(await rowsOf(someone)).toHaveLength(1);
      await page.keyboard.press('Tab');
    }
  });
});

/** @returns asserts what the live regions announced since the last call */
async function recordAnnouncements(page: Page) {
  await expect(page.locator('[aria-live]')).toHaveCount(2);
  const announced = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, target } of records) {
        const changed = target instanceof Text ? [target] : addedNodes;
        for (const { textContent } of changed) if (textContent) texts.push(textContent);
      }
    });
    for (const region of document.querySelectorAll('[aria-live]')) {
      observer.observe(region, { childList: true, characterData: true, subtree: true });
    }
    return texts;
  });
  return async (...expected: string[]) => {
    await expect.poll(() => announced.evaluate((texts) => texts)).toEqual(expected);
    await announced.evaluate((texts) => texts.splice(0));
  };
}
