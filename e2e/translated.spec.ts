import type { Page } from '@playwright/test';
import { STATUS, TICKET } from '../src/waitlist/waitlist-words.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  blank,
  expectFailed,
  expectSaved,
  expectValues,
  field,
  fillIn,
  open,
  openWithoutScript,
  submitButton,
  tookOver,
} from './waitlist-page.ts';

// A browser's translation puts <font> elements where React had text nodes. The words stay the same
// here, so that they can be asserted.

test.use({ expectedErrors: /SaveError|status of 403|Minified React error #418/ });

test('a translated page says every word of every state', async ({ page, person }) => {
  await open(page);
  await translate(page);
  const status = page.locator('form [aria-live]');

  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAccessibleDescription('Name is required');
  await fillIn(page, { name: person.name });
  await expect(field(page, 'name')).toHaveAccessibleDescription(/friends/);
  await field(page, 'name').fill('');
  await expect(field(page, 'name')).toHaveAccessibleDescription('Name is required');
  await fillIn(page, person);

  let answer = () => {};
  await page.route('**/rest/v1/waitlist*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 403 });
  });
  for (const _ of ['first', 'second']) {
    await submitButton(page).click();
    await expect(submitButton(page)).toHaveText('Adding you...');
    await expect(status).toHaveText(STATUS.busy);
    answer();
    await expectFailed(page);
    await expect(submitButton(page)).toHaveText('Join the Waitlist');
    await expect(status).toHaveText(STATUS.failed);
    await expectValues(page, person);
  }

  await page.unroute('**/rest/v1/waitlist*');
  await submitButton(page).click();
  await expectSaved(page);
  await expect(page.locator('form')).toContainText(TICKET.saved);
  await expectValues(page, blank);
  expect(await rowsOf(person)).toHaveLength(1);

  const friend = { ...person, phoneNumber: `${person.phoneNumber}9` };
  await fillIn(page, friend);
  await submitButton(page).click();
  await expectValues(page, blank);
  expect(await rowsOf(friend)).toHaveLength(1);
});

test('what was typed on a page translated before its script survives it', async ({
  page,
  person,
}) => {
  const deliverScript = await openWithoutScript(page);
  await translate(page);
  await fillIn(page, person);
  await field(page, 'phoneNumber').focus();
  deliverScript();
  await tookOver(page);

  await expectValues(page, person);
  await expect(field(page, 'phoneNumber')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSaved(page);
  expect(await rowsOf(person)).toMatchObject([{ name: person.name, email: person.email }]);
});

test('a press on a page translated before its script counts', async ({ page, person }) => {
  const deliverScript = await openWithoutScript(page);
  await translate(page);
  await fillIn(page, person);
  await submitButton(page).click();
  deliverScript();

  await expectSaved(page);
  await expect(submitButton(page)).toHaveText('Join the Waitlist');
  expect(await rowsOf(person)).toHaveLength(1);
});

/** Translates as Chromium does: every text that is there, and every one that comes later. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untouched = 'font, script, style, svg';
    const wrap = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(untouched)) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = text.nodeValue;
      text.parentNode?.replaceChild(outer, text);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) wrap(text);
    };
    wrapAll(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target instanceof Text) wrap(target);
        for (const node of addedNodes) node instanceof Text ? wrap(node) : wrapAll(node);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
