import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectFailed, expectSaved, field, hold, open, SAVES, signUp, submitButton } from './waitlist-page.ts';

test.use({ reducedMotion: 'reduce' });

// Each color scheme once. 320 × 256 is a window of 1280 × 1024 at 400 % zoom.
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
      expect.soft(found, `in the state: ${state}`).toEqual([]);
    };

    await page.goto('/no-such-page');
    await expectAccessible('not found');
    await open(page);
    await expectAccessible('idle');
    await expectVisibleFocus(page);
    await expectThemeColor(page, colorScheme);
    await submitButton(page).click();
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible('errors');
    const fail = await hold(page, SAVES, { status: 401 });
    await signUp(page, person);
    await expect(submitButton(page)).toBeDisabled();
    await expectAccessible('busy');
    fail();
    await expectFailed(page);
    await expectAccessible('failure');
    await submitButton(page).click();
    await expectSaved(page);
    // Sonner's own key, which leads to the toast. While it has the focus, it stays.
    await page.keyboard.press('Alt+KeyT');
    await page.keyboard.press('Tab');
    await expectRing(page.locator('[data-sonner-toast][data-visible=true]'), 'toast');
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
    // Without forced colors, the button's edge is transparent.
    await expect(part).toHaveCSS('border-top', /^[1-9].* solid rgb\(/);
  }
});

/** Tab reaches all that can take the focus, and each has a ring: fields one of their own, the others two. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const names = await page.locator('body *').evaluateAll((elements: HTMLElement[]) => {
    // These have this `tabIndex`, too, but take no focus.
    const noStops = 'a:not([href]), video:not([controls])';
    const isStop = (element: HTMLElement) => element.tabIndex >= 0 && !element.matches(noStops);
    const stops = elements.filter((element) => isStop(element) && element.checkVisibility());
    for (const [index, stop] of stops.entries()) stop.dataset.stop = `${index}`;
    return stops.map(({ outerHTML }) => outerHTML.slice(0, 100));
  });
  expect(names.length).toBeGreaterThan(8);
  for (const [index, name] of names.entries()) {
    const stop = page.locator(`[data-stop="${index}"]`);
    // A video with controls has several stops of its own.
    do await page.keyboard.press('Tab');
    while (await page.locator(`video:focus-within:not([data-stop="${index}"])`).count());
    await expectRing(stop, name);
  }
}

async function expectRing(stop: Locator, name: string): Promise<void> {
  await expect(stop, name).toBeFocused();
  await expect(stop, name).toBeInViewport();
  await expect(stop, name).toHaveCSS('outline', /solid 3px$/);
  const hasOwnRing = await stop.evaluate((element) => element.matches('.text-field input'));
  await expect(stop, name).toHaveCSS('box-shadow', hasOwnRing ? /inset$/ : / 0px 0px 0px 3px$/);
}

/** The parts that the browser draws have the color of the page. */
async function expectThemeColor(page: Page, colorScheme: string): Promise<void> {
  const paper = await page.evaluate(() => {
    document.documentElement.style.color = 'color-mix(in srgb, var(--paper), var(--paper))';
    return getComputedStyle(document.documentElement)
      .color.match(/[\d.]+/g)
      ?.map((part) => Number(part) * 255);
  });
  const hexadecimal = Buffer.from(paper?.map(Math.round) ?? []).toString('hex');
  const theme = page.locator(`meta[name=theme-color][media*=${colorScheme}]`);
  await expect(theme).toHaveAttribute('content', `#${hexadecimal}`);
}
