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
  hold,
  holdRefusal,
  open,
  ready,
  rowsOf,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// The form works however the page was opened, and whatever happens before hydration.

test('what is typed before hydration stays, and the focus', async ({ page, person }) => {
  const deliverScript = await openWithoutScript(page);
  await fillIn(page, person);
  await field(page, 'phoneNumber').focus();
  deliverScript();
  await ready(page);

  await expectValues(page, person);
  await expect(field(page, 'phoneNumber')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSavedOnce(page, person);
});

for (const isTranslated of [false, true]) {
  const kind = isTranslated ? 'translated page' : 'page';

  test(`a submit before hydration of a ${kind} is shown, and saved once`, async ({
    page,
    person,
    expectErrors,
    expectEvents,
  }) => {
    if (isTranslated) expectErrors('translated page');
    const deliverScript = await openWithoutScript(page);
    if (isTranslated) await translate(page);
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
  await submitButton(page).click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await name.fill(person.name);
  await expect(name).toHaveAccessibleDescription(FIELDS.name.control.hint);

  const fail = await holdRefusal(page);
  await signUp(page, person);
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.busy);
  fail();
  await expectFailed(page);
  await expect(submitButton(page)).toHaveAccessibleName(SUBMIT_BUTTON.idle);
  await expect(page.locator('.waitlist-form-status')).toHaveText(STATUS.failed);

  for (const suffix of ['', '9']) {
    const someone = { ...person, phoneNumber: person.phoneNumber + suffix };
    await signUp(page, someone);
    await expectSavedOnce(page, someone);
  }
});

test('a browser that restores the page restores its texts and its scroll position', async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors('page not found');
  await open(page);
  await fillIn(page, person);
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
  await page.goto('/no-such-page');
  await page.goBack();
  await ready(page);
  await expectValues(page, person);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('a reload after a script is lost keeps the values and the address, and not in the history', async ({
  page,
  person,
  expectErrors,
}) => {
  expectErrors('lost script');
  await page.route(APP_SCRIPT, (route) => route.abort());
  const address = '/?utm_source=poster';
  await page.goto(address);
  await fillIn(page, person);
  const link = page.getByRole('link', { name: WITHOUT_APP.reload });
  await expect(link).toBeVisible();
  await expectAllShown(page);
  await page.unroute(APP_SCRIPT);
  await link.click();
  await ready(page);
  await expect(link).toBeHidden();
  await expectValues(page, person);
  await expect(page).toHaveURL(address);
  const historyState = await page.evaluate(() => JSON.stringify(window.history.state));
  expect(historyState).not.toContain(person.phoneNumber);
});

// As privacy tools and proxies do to the script before React.
test('without the first script, the form shows that it did not load, and all sections are visible', async ({
  page,
  expectErrors,
}) => {
  expectErrors('policy violation');
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const policy = "script-src 'unsafe-eval' * blob: data:";
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  await page.goto('/');
  await expect(page.getByText(WITHOUT_APP.late)).toBeVisible();
  await expect(page.getByRole('link', { name: WITHOUT_APP.reload })).toBeVisible();
  await expectAllShown(page);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, all is visible, and a submit is inert', async ({ page, person }) => {
    await page.goto('/');
    await expectAllShown(page);
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByText(WITHOUT_APP.late)).toBeHidden();
    await fillIn(page, person);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });
});

/** No section is transparent, nor anything around it. */
async function expectAllShown(page: Page): Promise<void> {
  const headings = page.getByRole('heading', { level: 2 });
  const shown = () => headings.evaluateAll((all) => all.map((one) => one.checkVisibility({ opacityProperty: true })));
  await expect.poll(shown).toEqual([true, true, true, true]);
}

/** Opens the prerendered page. @returns a function that delivers the app's script */
async function openWithoutScript(page: Page): Promise<() => void> {
  const deliver = await hold(page, APP_SCRIPT);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
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
