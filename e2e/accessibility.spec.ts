import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { faintTexts, misplacedTexts } from './measure-text.ts';
import {
  expectFailed,
  expectSaved,
  field,
  holdSave,
  open,
  signUp,
  submitButton,
} from './waitlist-page.ts';

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
    const enhanced = 'contrast' in media ? 'body' : 'p';
    await forEveryState(page, person, async (state) => {
      // A text that an animation still shows in half has half its contrast.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      const { violations } = await new AxeBuilder({ page })
        .options({ rules: { 'target-size': { enabled: true } } })
        .analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, state).toEqual([]);
      // React may add an avatar, with an animation, after the animations above have ended.
      await expect.soft.poll(() => faintTexts(page, enhanced), state).toEqual([]);
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
    // Forced colors set the color of every text except those in drawings.
    const measured = media.forcedColors === 'active' ? 'text' : '*';
    const state = JSON.stringify(media);
    await expect.soft.poll(() => faintTexts(page, 'p', measured), state).toEqual([]);
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

test('zoom enlarges text', async ({ page, person, expectErrors }) => {
  expectErrors('page not found');
  const expectGrowth = async (state: string) => {
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const unzoomed = await textSizes(page);
      for (const zoom of [1.1, 1.5, 2, 3]) {
        // Zoom divides the window, and multiplies what is in it.
        const [wide, high] = [Math.ceil(width / zoom), Math.ceil(height / zoom)];
        await page.setViewportSize({ width: wide, height: high });
        const sizes = await textSizes(page);
        const small = unzoomed.filter((size, index) => {
          return zoom * (sizes[index] ?? 0) < size * leastGrowth(size, zoom);
        });
        const situation = `${state}, ${width} × ${height} at ${zoom}`;
        expect.soft(small, situation).toEqual([]);
        expect.soft(await misplacedTexts(page), situation).toEqual([]);
      }
    }
  };
  await page.goto('/no-such-page');
  await expectGrowth('not found');
  await open(page);
  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await expectGrowth('errors');
  await signUp(page, person);
  await expectSaved(page);
  await expectGrowth('success');
});

/** The font sizes change at limits between these windows: each finds faults that the others do not. */
const WINDOWS = [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;

/** No text becomes smaller. From double zoom on, all text grows, and small text grows far. */
function leastGrowth(size: number, zoom: number): number {
  // The sizes of boxes have fractions of pixels.
  if (zoom < 2) return 0.999;
  if (size > 24) return 1.001;
  return zoom < 3 ? 1.4 : 2;
}

test('the focus is visible and is not covered', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  await open(page);
  const stops = await page.locator('a[href], input, button').filter({ visible: true }).count();
  expect(stops).toBeGreaterThan(8);

  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isOnTop, isMarked } = await page
      .locator(':focus')
      .evaluate((element: HTMLElement) => {
        const look = () => {
          for (const animation of document.getAnimations()) animation.finish();
          const { outline, boxShadow, borderColor } = getComputedStyle(element);
          return outline + boxShadow + borderColor;
        };
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const focused = look();
        element.blur();
        const unfocused = look();
        // The next press of Tab continues from here.
        element.focus({ preventScroll: true });
        return {
          name: element.outerHTML.slice(0, 80),
          isOnTop: hit !== null && (element.contains(hit) || hit.contains(element)),
          isMarked: focused !== unfocused,
        };
      });
    expect.soft(isMarked, `${name} shows that it has the focus`).toBe(true);
    expect.soft(isOnTop, `${name} is not covered`).toBe(true);
  }
});

/** Walks through every state of every page. */
async function forEveryState(
  page: Page,
  person: SignUpInput,
  look: (state: string) => Promise<void>,
): Promise<void> {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('not found');

  await open(page);
  await look('idle');

  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await look('errors');

  const fail = await holdSave(page);
  await signUp(page, { ...person, name: 'Wolfeschlegelsteinhausenbergerdorff' });
  await expect(submitButton(page)).toBeDisabled();
  await look('busy');

  fail();
  await expectFailed(page);
  await look('failure');

  await submitButton(page).click();
  await expectSaved(page);
  await look('success');
}

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
  const targets = await page
    .locator('a[href]:not(.skip-link), input, button')
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return { html: element.outerHTML.slice(0, 80), size: Math.min(width, height) };
      }),
    );
  const isLanding = (await page.locator('form').count()) > 0;
  expect(targets.length).toBeGreaterThanOrEqual(isLanding ? 8 : 1);
  return targets.filter(({ size }) => size < 44).map(({ html }) => html);
}
