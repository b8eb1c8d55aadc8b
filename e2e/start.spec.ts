import type { Page } from '@playwright/test';
import { FIELDS } from '../src/waitlist/fields.ts';
import { STATUS, SUBMIT_BUTTON } from '../src/waitlist/words.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  expectFailed,
  expectSavedOnce,
  expectValues,
  field,
  fillIn,
  holdSave,
  holdScript,
  open,
  openWithoutScript,
  signUp,
  submitButton,
  tookOver,
} from './waitlist-page.ts';

// The form works however the page was opened, and whatever happens before hydration.

// A translated page is no longer the one that was prerendered.
test.use({
  expectedErrors: /^SaveError|status of 403.*\/rest\/v1\/|^Error: Minified React error #418/,
});

for (const [kind, prepare] of [
  ['a page', async () => {}],
  ['a translated page', translate],
] as const) {
  test(`${kind} keeps what is typed before hydration, and the focus`, async ({
    page,
    person,
    expectEvents,
  }) => {
    const deliverScript = await openWithoutScript(page);
    await prepare(page);
    await fillIn(page, person);
    await field(page, 'phoneNumber').focus();
    deliverScript();
    await tookOver(page);

    await expectValues(page, person);
    await expect(field(page, 'phoneNumber')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSavedOnce(page, person);
    await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
  });

  test(`${kind} shows a submit before hydration, and sends it once`, async ({ page, person }) => {
    const deliverScript = await openWithoutScript(page);
    await prepare(page);
    await signUp(page, person);
    await expectPending(page, true);
    await field(page, 'email').press('Enter');
    await expectValues(page, person);
    expect(await rowsOf(person)).toEqual([]);

    deliverScript();
    await expectSavedOnce(page, person);
    await expectPending(page, false);
    await expect(page).toHaveURL('/');
  });
}

test('a translated page shows the text of every state', async ({ page, person }) => {
  await open(page);
  await translate(page);
  const announced = page.locator('.waitlist-form-status');

  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAccessibleDescription('Name is required');
  await fillIn(page, { name: person.name });
  await expect(field(page, 'name')).toHaveAccessibleDescription(FIELDS.name.control.hint);
  await field(page, 'name').fill('');
  await expect(field(page, 'name')).toHaveAccessibleDescription('Name is required');
  await fillIn(page, person);

  for (const _ of ['first', 'second']) {
    const fail = await holdSave(page);
    await submitButton(page).click();
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
    await expect(announced).toHaveText(STATUS.busy);
    fail();
    await expectFailed(page);
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
    await expect(announced).toHaveText(STATUS.failed);
  }

  for (const suffix of ['', '9']) {
    const someone = { ...person, phoneNumber: person.phoneNumber + suffix };
    await signUp(page, someone);
    await expectSavedOnce(page, someone);
  }
});

test('a reload keeps the scroll position', async ({ page }) => {
  await open(page);
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await page.reload();
  await tookOver(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test.describe(() => {
  test.skip(
    ({ browserName }) => browserName !== 'chromium',
    'the expected messages are Chromium’s',
  );
  test.use({
    expectedErrors:
      /^Failed to load resource: net::ERR_FAILED .*\/main-|^TypeError: Failed to fetch/,
  });

  test('a reload after a script is lost keeps the values, and not in the history', async ({
    page,
    person,
  }) => {
    const historyState = () => page.evaluate(() => JSON.stringify(window.history.state));
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto('/');
    await fillIn(page, person);
    const again = page.locator('.waitlist-form-stuck a');

    await page.unroute('**/assets/main-*.js');
    const deliverScript = await holdScript(page);
    await again.click();
    await expect(again).toBeHidden();
    await expectValues(page, person);
    expect(await historyState()).not.toContain(person.phoneNumber);
    deliverScript();
    await tookOver(page);
    await expectValues(page, person);
  });
});

/** The button shows that a submit waits for the script. */
async function expectPending(page: Page, isPending: boolean): Promise<void> {
  await expect(submitButton(page)).toHaveCSS('animation-name', isPending ? 'work' : 'none');
  await expect(submitButton(page)).toHaveAccessibleName(
    isPending ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle,
  );
}

/**
 * Translates as Chromium does: <font> elements replace every text, also a later one. The words stay,
 * so that they can be asserted.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest('font, script, style, svg'))
        return;
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
