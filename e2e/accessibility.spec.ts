import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { expect, test } from './fixtures.ts';
import { faintWords, misplacedWords } from './measure-text.ts';
import {
  expectFailed,
  expectSaved,
  field,
  holdSave,
  open,
  signUp,
  submitButton,
} from './waitlist-page.ts';

const softly = expect.configure({ soft: true });

// 320 × 256 is a laptop's screen at 400 % zoom.
for (const [title, width, height, media] of [
  ['400 % zoom', 320, 256, {}],
  ['dark colors on a desktop', 1280, 800, { colorScheme: 'dark' }],
  ['dark colors on a tablet', 768, 1024, { colorScheme: 'dark' }],
  ['more contrast', 1280, 800, { contrast: 'more' }],
  ['more contrast in dark colors', 320, 640, { contrast: 'more', colorScheme: 'dark' }],
] as const) {
  test(`every state is accessible with ${title}`, async ({ page, person, expectErrors }) => {
    expectErrors('failed save', 'page not found');
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    const enhanced = 'contrast' in media ? 'body' : 'p';
    await forEveryState(page, person, async (state) => {
      // Half-shown text has half its contrast.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      const { violations } = await new AxeBuilder({ page })
        .options({ rules: { 'target-size': { enabled: true } } })
        .analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, state).toEqual([]);
      // An avatar may still be on its way.
      await softly.poll(() => faintWords(page, enhanced), state).toEqual([]);
      expect.soft(await misplacedWords(page), state).toEqual([]);
      expect.soft(await smallTargets(page), state).toEqual([]);
    });
  });
}

test('in forced colors, fields and buttons have an edge, and text has no drawing behind it', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
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

// Forced colors set the colors of all words but those of drawings.
for (const [title, words, media] of [
  ['forced colors', 'text', { forcedColors: 'active' }],
  ['dark forced colors', 'text', { forcedColors: 'active', colorScheme: 'dark' }],
  ['print with backgrounds', '*', { media: 'print', colorScheme: 'dark' }],
] as const) {
  test(`words have contrast in ${title}`, async ({ page, person }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await open(page);
    await signUp(page, person);
    await expect(page.getByText('You’re in,')).toBeVisible();
    await expect.poll(() => faintWords(page, 'p', words)).toEqual([]);
  });
}

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const) {
  test(`zoom enlarges text in a window of ${width} × ${height}`, async ({
    page,
    person,
    expectErrors,
  }) => {
    expectErrors('page not found');
    const expectGrowth = async (state: string) => {
      let unzoomed: number[] = [];
      for (const zoom of [1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]) {
        // Zoom divides the window, and multiplies what is in it.
        const [wide, high] = [Math.ceil(width / zoom), Math.ceil(height / zoom)];
        await page.setViewportSize({ width: wide, height: high });
        const sizes = await textSizes(page);
        if (zoom === 1) unzoomed = sizes;
        const least = unzoomed.map((size) => {
          // Less a thousandth, because boxes have fractions of pixels.
          if (zoom < 2) return 0.999 * size;
          if (size > 24) return 1.001 * size;
          return (zoom < 3 ? 1.4 : 2) * size;
        });
        const small = sizes.filter((size, index) => size * zoom < (least[index] ?? 0));
        expect.soft(small, `${state} at ${zoom}`).toEqual([]);
        expect.soft(await misplacedWords(page), `${state} at ${zoom}`).toEqual([]);
      }
    };

    await page.emulateMedia({ reducedMotion: 'reduce' });
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
}

test('the focus is visible and is not covered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 480 });
  await open(page);
  const stops = await page.locator('a[href], input, button').filter({ visible: true }).count();
  expect(stops).toBeGreaterThan(8);

  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isMarked, isOnTop } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const look = () => {
        for (const animation of document.getAnimations()) animation.finish();
        const { outline, boxShadow, borderColor } = getComputedStyle(element);
        return outline + boxShadow + borderColor;
      };
      const focused = look();
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      element.blur();
      const unfocused = look();
      element.focus({ preventScroll: true });
      return {
        name: element.outerHTML.slice(0, 80),
        isMarked: focused !== unfocused,
        isOnTop: hit !== null && (element.contains(hit) || hit.contains(element)),
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
