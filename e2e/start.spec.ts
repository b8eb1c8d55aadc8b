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
  holdRefusal,
  holdScript,
  open,
  ready,
  rowsOf,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// The form works however the page was opened, and whatever happens before hydration.

for (const kind of ['a page', 'a translated page']) {
  const isTranslated = kind === 'a translated page';

  test(`${kind} keeps what is typed before hydration, and the focus`, async ({ page, person, expectErrors }) => {
    if (isTranslated) expectErrors('translated page');
    const deliverScript = await openWithoutScript(page, isTranslated);
    await fillIn(page, person);
    await field(page, 'phoneNumber').focus();
    deliverScript();
    await ready(page);

    await expectValues(page, person);
    await expect(field(page, 'phoneNumber')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSavedOnce(page, person);
  });

  test(`${kind} shows a submit before hydration, and sends it once`, async ({
    page,
    person,
    expectErrors,
    expectEvents,
  }) => {
    if (isTranslated) expectErrors('translated page');
    const deliverScript = await openWithoutScript(page, isTranslated);
    await signUp(page, person);
    await expect(submitButton(page)).toHaveCSS('animation-name', 'work');
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
    await field(page, 'email').press('Enter');
    await expectValues(page, person);
    expect(await rowsOf(person)).toEqual([]);
    const submittedAt = await page.locator('html').getAttribute('data-submitted-at');

    deliverScript();
    await expectSavedOnce(page, person);
    const [row] = await rowsOf(person);
    expect(new Date(row?.timestamp ?? '').toISOString()).toBe(submittedAt);
    await expect(submitButton(page)).toHaveCSS('animation-name', 'none');
    await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
    await expect(page).toHaveURL('/');
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

  const fail = await holdRefusal(page);
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

test('time in another app is no waiting for a submit before hydration', async ({ page, person }) => {
  await page.clock.install();
  await openWithoutScript(page, false);
  const link = page.getByRole('link', { name: WITHOUT_APP.reload });
  await signUp(page, person);
  await page.clock.fastForward('01:00');
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
  await expect(link).toBeHidden();

  await page.clock.runFor('00:10');
  await expect(link).toBeVisible();
});

test('what a browser extension adds to the page stops nothing', async ({ page, person, expectErrors }) => {
  expectErrors('lost script');
  await page.addInitScript(() => {
    new MutationObserver((_records, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const link = { rel: 'modulepreload', href: '/assets/from-an-extension.js' };
      document.head.prepend(Object.assign(document.createElement('link'), link));
      const form = Object.assign(document.createElement('form'), { id: 'search', method: 'dialog' });
      form.append(document.createElement('input'));
      document.body.prepend(form);
    }).observe(document, { childList: true, subtree: true });
  });
  const deliverScript = await openWithoutScript(page, false);
  await page.locator('#search input').press('Enter');
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
  deliverScript();
  await ready(page);
  await signUp(page, person);
  await expectSavedOnce(page, person);
});

test('a reload keeps the scroll position', async ({ page }) => {
  await open(page);
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await page.reload();
  await ready(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('a reload after a script is lost keeps the values, even offline, and not in the history', async ({
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
  await expect(page.getByText(WITHOUT_APP.reloadFailed)).toBeVisible();
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

/** Opens the prerendered page. @returns a function that delivers the app's script */
async function openWithoutScript(page: Page, isTranslated: boolean): Promise<() => void> {
  const deliver = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  if (isTranslated) await translate(page);
  return deliver;
}

/**
 * Translates as Chromium does: <font> elements replace every text, and every text that React adds later.
 * The words stay the same, so that the tests can find them.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translateTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, svg')) continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).textContent = text.data;
        text.replaceWith(outer);
      }
    };
    translateTexts();
    new MutationObserver(translateTexts).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
