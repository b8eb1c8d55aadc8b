import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectFailed,
  expectSaved,
  field,
  fillIn,
  open,
  type Person,
  submitButton,
} from './waitlist-page.ts';

test.use({ expectedErrors: /SaveError|status of 4\d\d|Page not found/ });

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-block-end: 2em !important }`;

/** Walks through every state of every page. */
async function forEveryState(
  page: Page,
  person: Person,
  look: (state: string) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('not found');

  await open(page);
  await look('idle');

  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await look('errors');

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/waitlist*', async (route) => {
    await answered;
    await route.fulfill({ status: 403 });
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await look('busy');

  answer();
  await expectFailed(page);
  await look('failure');

  await page.unroute('**/rest/v1/waitlist*');
  await submitButton(page).click();
  await expectSaved(page);
  await look('success');
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 768, 1280]) {
    test(`axe finds nothing in any state, ${colorScheme}, ${width} px`, async ({
      page,
      person,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await forEveryState(page, person, async (state) => {
        await settled(page);
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: { 'target-size': { enabled: true } } })
          .analyze();
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        expect.soft(found, state).toEqual([]);
      });
    });
  }

  for (const contrast of ['no-preference', 'more'] as const) {
    const text = contrast === 'more' ? 'body' : 'p';
    test(`${text} has the enhanced contrast, ${colorScheme}, ${contrast}`, async ({
      page,
      person,
    }) => {
      await page.emulateMedia({ colorScheme, contrast });
      await forEveryState(page, person, async (state) => {
        await settled(page);
        const { violations } = await new AxeBuilder({ page })
          .include(text)
          .withRules('color-contrast-enhanced')
          .analyze();
        const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
        expect.soft(found, state).toEqual([]);
      });
    });
  }
}

for (const [title, width, height, css] of [
  ['at 320 px', 320, 640, ''],
  ['at 400 % zoom of a laptop', 320, 256, ''],
  ['with text of double size', 390, 844, 'html { font-size: 200% }'],
  ['with the text spacing of WCAG 1.4.12', 390, 844, TEXT_SPACING],
] as const) {
  test(`every state fits its width ${title}`, async ({ page, person }) => {
    await page.setViewportSize({ width, height });
    await forEveryState(page, { ...person, name: LONG_NAME }, async (state) => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, css);
      expect.soft(await tooWide(page), state).toEqual([]);
    });
  });
}

test('everything to touch is 44 px or more', async ({ page, person }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await forEveryState(page, person, async (state) => {
    const small = await page.evaluate(() =>
      Array.from(document.querySelectorAll('a[href], input, button'))
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        // A skip link outside the page is for keyboards.
        .filter(({ box }) => box.bottom + scrollY > 0 && Math.min(box.width, box.height) < 44)
        .filter(({ target }) => target.checkVisibility())
        .map(({ target }) => target.outerHTML.slice(0, 80)),
    );
    expect.soft(small, state).toEqual([]);
  });
});

test('forced colours leave fields, button and words to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await open(page);
  for (const part of [
    field(page, 'name'),
    submitButton(page),
    page.getByRole('heading', { level: 1 }),
    page.getByRole('link', { name: 'Join the Waitlist' }),
  ]) {
    const picture = (await part.screenshot()).toString('base64');
    const colours = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      return new Set(new Uint32Array(Uint8ClampedArray.from(pixels).buffer)).size;
    }, picture);
    expect(colours, String(part)).toBeGreaterThan(1);
  }
});

/** Waits until nothing fades any more: half-shown text has half its contrast. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' ||
          effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

/** What is wider than the page, or than its line in the ticket. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('html, .ticket p'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ className, tagName }) => className || tagName),
  );
}
