import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { expectFailed, expectSaved, field, holdRefusal, open, signUp, submitButton } from './waitlist-page.ts';

test.use({ reducedMotion: 'reduce' });

// Each color scheme once. 320 × 256 is a laptop's screen at 400 % zoom.
for (const [title, width, height, colorScheme] of [
  ['light colors and 400 % zoom', 320, 256, 'light'],
  ['dark colors', 1280, 800, 'dark'],
] as const) {
  test(`every state is accessible with ${title}`, async ({ page, person, allowErrors }) => {
    allowErrors('failed save', 'page not found');
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const expectAccessible = async (state: string) => {
      const { violations } = await new AxeBuilder({ page })
        .options({ rules: { 'target-size': { enabled: true } } })
        .analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, state).toEqual([]);
    };

    await page.goto('/no-such-page');
    await expectAccessible('not found');
    await open(page);
    await expectAccessible('idle');
    await submitButton(page).click();
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible('errors');
    const fail = await holdRefusal(page);
    await signUp(page, person);
    await expect(submitButton(page)).toBeDisabled();
    await expectAccessible('busy');
    fail();
    await expectFailed(page);
    await expectAccessible('failure');
    await submitButton(page).click();
    await expectSaved(page);
    await expectAccessible('success');
  });
}

test('filled-in fields keep their colors, print is black, and forced colors have edges', async ({ page }) => {
  await open(page);
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  await page.evaluate(() => {
    // WebKit's own style for a field that it fills in, also in dark colors.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('input { background: #faffbd none !important; color: #000 !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  await expect(field(page, 'name')).toHaveCSS('-webkit-text-fill-color', ink);
  await expect(field(page, 'name')).toHaveCSS('box-shadow', /^(?!rgba?\(.*, 0\)).* inset/);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('First name is fine')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  for (const part of [field(page, 'name'), submitButton(page)]) {
    await expect(part).not.toHaveCSS('border-top-width', '0px');
  }
});

test('the focus is visible on every stop', async ({ page }) => {
  await open(page);
  const stops = await page.locator('a[href], input, button').filter({ visible: true }).all();
  expect(stops.length).toBeGreaterThan(8);
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expect(stop).toBeInViewport();
    await expect(stop).not.toHaveCSS('outline-style', 'none');
    await expect(stop).not.toHaveCSS('outline-color', /[,/] 0\)$/);
  }
});
