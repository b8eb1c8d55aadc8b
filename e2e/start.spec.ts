import type { Page } from '@playwright/test';
import { FIELDS } from '../src/waitlist/fields.ts';
import { STATUS, SUBMIT_BUTTON, WITHOUT_APP } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import {
  APP_SCRIPT,
  expectFailed,
  expectSavedOnce,
  expectValues,
  field,
  fillIn,
  holdSave,
  holdScript,
  open,
  openWithoutScript,
  ready,
  rowsOf,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// The form works however the page was opened, and whatever happens before hydration.

for (const kind of ['a page', 'a translated page']) {
  test(`${kind} keeps what is typed before hydration, and the focus`, async ({
    page,
    person,
    expectErrors,
    expectEvents,
  }) => {
    const deliverScript = await openWithoutScript(page);
    if (kind === 'a translated page') {
      expectErrors('translated page');
      await translate(page);
    }
    await fillIn(page, person);
    await field(page, 'phoneNumber').focus();
    deliverScript();
    await ready(page);

    await expectValues(page, person);
    await expect(field(page, 'phoneNumber')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSavedOnce(page, person);
    await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
  });

  test(`${kind} shows a submit before hydration, and sends it once, with its time`, async ({
    page,
    person,
    expectErrors,
    expectEvents,
  }) => {
    const deliverScript = await openWithoutScript(page);
    if (kind === 'a translated page') {
      expectErrors('translated page');
      await translate(page);
    }
    await signUp(page, person);
    await expectPending(page, true);
    await field(page, 'email').press('Enter');
    await expectValues(page, person);
    expect(await rowsOf(person)).toEqual([]);

    const delivered = Date.now();
    deliverScript();
    await expectSavedOnce(page, person);
    await expectPending(page, false);
    await expect(page).toHaveURL('/');
    const [row] = await rowsOf(person);
    expect(Date.parse(row?.timestamp ?? '')).toBeLessThanOrEqual(delivered);
    await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
  });
}

test('a translated page shows the text of every state', async ({ page, person, expectErrors }) => {
  expectErrors('failed save');
  await open(page);
  await translate(page);
  const name = field(page, 'name');
  const announced = page.locator('.waitlist-form-status');

  await submitButton(page).click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await name.fill(person.name);
  await expect(name).toHaveAccessibleDescription(FIELDS.name.control.hint);
  await name.fill('');
  await expect(name).toHaveAccessibleDescription('Name is required');

  const fail = await holdSave(page);
  await signUp(page, person);
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
  await expect(announced).toHaveText(STATUS.busy);
  fail();
  await expectFailed(page);
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
  await expect(announced).toHaveText(STATUS.failed);

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
  await ready(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('a reload after a script is lost keeps the values, also offline, and not in the history', async ({
  page,
  person,
  browserName,
  expectErrors,
}) => {
  test.skip(browserName !== 'chromium', 'the expected messages are Chromium’s');
  expectErrors('lost script', 'failed reload', 'lost connection');
  await page.route(APP_SCRIPT, (route) => route.abort());
  await page.goto('/');
  await fillIn(page, person);
  const reload = page.getByRole('link', { name: WITHOUT_APP.reload });

  await page.context().setOffline(true);
  await reload.click();
  await expect(page.getByText(WITHOUT_APP.stillLate)).toBeVisible();
  await expectValues(page, person);

  await page.context().setOffline(false);
  await page.unroute(APP_SCRIPT);
  const deliverScript = await holdScript(page);
  await reload.click();
  await expect(reload).toBeHidden();
  await expectValues(page, person);
  const historyState = await page.evaluate(() => JSON.stringify(window.history.state));
  expect(historyState).not.toContain(person.phoneNumber);
  deliverScript();
  await ready(page);
  await expectValues(page, person);
});

/** The button shows that a submit waits for the script. */
async function expectPending(page: Page, isPending: boolean): Promise<void> {
  await expect(submitButton(page)).toHaveCSS('animation-name', isPending ? 'work' : 'none');
  await expect(submitButton(page)).toHaveAccessibleName(
    isPending ? SUBMIT_BUTTON.busy : SUBMIT_BUTTON.idle,
  );
}

/**
 * Translates as Chromium does: <font> elements replace every text, and every text that React adds later.
 * The words stay the same, so that the tests can find them.
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
