import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { faintTexts, misplacedTexts } from './measure-text.ts';
import { field, forEveryState, LONG_NAME, open, signUp, submitButton } from './waitlist-page.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

// Each color scheme once. 320 × 256 is a laptop's screen at 400 % zoom.
for (const [title, width, height, media] of [
  ['light colors and 400 % zoom', 320, 256, {}],
  ['dark colors', 1280, 800, { colorScheme: 'dark' }],
  ['more contrast', 1280, 800, { contrast: 'more' }],
  ['more contrast in dark colors', 320, 640, { contrast: 'more', colorScheme: 'dark' }],
] as const) {
  test(`every state is accessible with ${title}`, async ({ page, person, expectErrors }) => {
    expectErrors('failed save', 'page not found');
    await page.setViewportSize({ width, height });
    await page.emulateMedia(media);
    await forEveryState(page, { ...person, name: LONG_NAME }, async (state) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, state).toEqual([]);
      // React may add an avatar between the picture and the measurement.
      await expect.soft
        .poll(() => faintTexts(page), { message: state, timeout: 10_000 })
        .toEqual([]);
      expect.soft(await misplacedTexts(page), state).toEqual([]);
      expect.soft(await smallTargets(page), state).toEqual([]);
    });
  });
}

test('text has contrast in forced colors and in print', async ({ page, person }) => {
  await open(page);
  await signUp(page, person);
  await expect(page.getByText(TICKET.saved)).toBeVisible();
  for (const media of [
    { forcedColors: 'active', colorScheme: 'light' },
    { forcedColors: 'active', colorScheme: 'dark' },
    { forcedColors: 'none', media: 'print' },
  ] as const) {
    await page.emulateMedia(media);
    expect.soft(await faintTexts(page), JSON.stringify(media)).toEqual([]);
  }
});

test('in forced colors, fields and buttons have edges, and text no drawing', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const part of [field(page, 'name'), submitButton(page)]) {
    await expect(part).not.toHaveCSS('border-top-width', '0px');
    await expect(part).not.toHaveCSS('border-top-color', ground);
  }
  // Drawings keep their own colors.
  await expect(page.getByRole('heading', { name: 'Ready to gel' })).toBeVisible();
  await expect(page.locator('.call-to-action svg')).toBeHidden();
});

/** The font sizes change at limits between these windows: each finds faults that the others do not. */
const WINDOWS = [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;

/** How much a small text grows at least. Large text only grows. Sizes of boxes have fractions of pixels. */
const GROWTH = { '1.1': 0.999, '1.5': 0.999, '2': 1.4, '3': 2 };

test('zoom enlarges text', async ({ page, person, expectErrors }) => {
  expectErrors('failed save', 'page not found');
  await forEveryState(page, person, async (state) => {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const unzoomed = await textSizes(page);
      for (const [factor, growth] of Object.entries(GROWTH)) {
        const zoom = Number(factor);
        // Zoom divides the window, and multiplies what is in it.
        const [wide, high] = [Math.ceil(width / zoom), Math.ceil(height / zoom)];
        await page.setViewportSize({ width: wide, height: high });
        const sizes = await textSizes(page);
        const least = (size: number) => size * (size > 24 ? Math.min(growth, 1.001) : growth);
        const small = unzoomed.filter((size, index) => zoom * (sizes[index] ?? 0) < least(size));
        const situation = `${state}, ${width} × ${height} at ${zoom}`;
        expect.soft(small, situation).toEqual([]);
        expect.soft(await misplacedTexts(page), situation).toEqual([]);
      }
    }
  });
});

test('the focus is visible and is not covered', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  await open(page);
  const stops = await page.locator('a[href], input, button').filter({ visible: true }).count();
  expect(stops).toBeGreaterThan(8);

  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.locator(':focus').evaluate((element: HTMLElement) => {
      const look = () => {
        const { outline, boxShadow, borderColor } = getComputedStyle(element);
        return outline + boxShadow + borderColor;
      };
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOnTop = hit !== null && (element.contains(hit) || hit.contains(element));
      const marked = look();
      element.blur();
      const isMarked = marked !== look();
      // The next press of Tab continues from here.
      element.focus({ preventScroll: true });
      return { isOnTop, isMarked, name: element.outerHTML.slice(0, 80) };
    });
    expect.soft(focused).toMatchObject({ isOnTop: true, isMarked: true });
  }
});

/** The font sizes of everything that has text; that of a drawing is a part of the drawing. */
async function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main :not(svg *), footer *'))
      .filter((element) => element.matches('input') || element.firstChild instanceof Text)
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  );
}

/** What can be touched and is smaller than 44 px. */
async function smallTargets(page: Page): Promise<string[]> {
  const targets = page.locator('a[href]:not(.skip-link), input, button').filter({ visible: true });
  const isLanding = (await page.locator('form').count()) > 0;
  expect(await targets.count()).toBeGreaterThanOrEqual(isLanding ? 8 : 1);
  return targets.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
