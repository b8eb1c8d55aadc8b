import { FORM_UNAVAILABLE } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { APP_SCRIPT, expectSavedOnce, expectValues, hold, ready, signUp, submitButton } from './waitlist-page.ts';

// Some hosts serve the landing page at its file's address, too.
for (const address of ['/', '/index.html']) {
  test(`${address}: what is typed before React stays, and a press saves it`, async ({ page, person, expectEvents }) => {
    const deliverScript = await hold(page, APP_SCRIPT);
    await page.goto(address, { waitUntil: 'commit' });
    await signUp(page, person);
    await expect(page.getByText(FORM_UNAVAILABLE.notLoaded)).toBeVisible();

    deliverScript();
    await ready(page);
    await expectValues(page, person);
    await submitButton(page).click();
    await expectSavedOnce(page, person);
    await expect(page).toHaveURL('/');
    await expectEvents('$pageview', 'waitlist_form_started', 'waitlist_signup');
  });
}

test('an app that cannot be loaded leaves a link that reloads the page', async ({ page, allowErrors }) => {
  allowErrors('lost script');
  // No animation runs, but the link still waits.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(APP_SCRIPT, (route) => route.abort());
  await page.goto('/?utm_source=poster');
  const link = page.getByRole('link', { name: FORM_UNAVAILABLE.reload });
  await expect(link).toBeHidden();
  await expect(link).toBeVisible();
  await page.unroute(APP_SCRIPT);
  await link.click();
  await ready(page);
  await expect(link).toBeHidden();
  await expect(page).toHaveURL('/?utm_source=poster');
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, all is visible, and a submit is inert', async ({ page, person }) => {
    await page.goto('/');
    const words = page.locator('#root :is(h1, h2, h3, p, label, input, button)');
    const hidden = await words.evaluateAll((all) =>
      all.flatMap((element) => (element.checkVisibility({ opacityProperty: true }) ? [] : element.className)),
    );
    expect(hidden).toEqual(['error-message form-status-not-loaded']);
    expect(await words.count()).toBeGreaterThan(40);
    await expect(page.locator('noscript p')).toBeVisible();
    // For good, not just for ten seconds.
    await expect(page.getByText(FORM_UNAVAILABLE.notLoaded)).toHaveCSS('display', 'none');
    await signUp(page, person);
    await expectValues(page, person);
    await expect(page).toHaveURL('/');
  });
});
