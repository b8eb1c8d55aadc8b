import type { Page } from '@playwright/test';
import { FIELD_KEYS } from '../src/waitlist/waitlist-fields.ts';
import { SUBMIT_BUTTON } from '../src/waitlist/waitlist-words.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import { blank, expectSaved, expectValues, field, open, submitButton } from './waitlist-page.ts';

test('the keyboard alone skips to the form, signs up, and gets out again', async ({
  page,
  person,
}) => {
  await open(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
  await page.keyboard.press('Enter');

  for (const key of FIELD_KEYS) {
    await page.keyboard.press('Tab');
    await expect(field(page, key)).toBeFocused();
    await page.keyboard.type(person[key]);
  }
  // A correction on the way: back, and forth.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await page.keyboard.press('Enter');

  await expectSaved(page);
  await expectValues(page, blank);
  expect(await rowsOf(person)).toMatchObject([{ name: person.name, email: person.email }]);
  // From the ticket the next tab stop is a friend's name.
  await expect(page.getByRole('group', { name: /You're in/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page, 'name')).toBeFocused();

  for (const name of [SUBMIT_BUTTON.idle, 'Instagram', 'TikTok']) {
    await tabUntil(page, name);
  }
});

test('whatever has the focus is seen to have it, and is not covered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 480 });
  await open(page);
  const focusable = await page.locator('a[href], input, button').filter({ visible: true }).count();

  for (let stop = 0; stop < focusable; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked, isOnTop } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const looks = () => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } =
          getComputedStyle(element);
        return JSON.stringify([outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor]);
      };
      for (const animation of document.getAnimations()) animation.finish();
      const focused = looks();
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      element.blur();
      for (const animation of document.getAnimations()) animation.finish();
      const unfocused = looks();
      element.focus({ preventScroll: true });
      return {
        name: element.outerHTML.slice(0, 80),
        isMarked: focused !== unfocused,
        isOnTop: hit !== null && (element.contains(hit) || hit.contains(element)),
      };
    });
    expect.soft(isMarked, `${name} shows that it has the focus`).toBe(true);
    expect.soft(isOnTop, `${name} is not covered`).toBe(true);
  }
});

async function tabUntil(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused({ timeout: 50 });
  }).toPass();
}
