import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import { addStyles, field, forEveryState, LONG_NAME, open, shownTexts, signUp, submitButton } from './waitlist-page.ts';

test.use({ reducedMotion: 'reduce' });

// Each color scheme once. 320 × 256 is a laptop's screen at 400 % zoom.
for (const [title, width, height, media] of [
  ['light colors and 400 % zoom', 320, 256, {}],
  ['dark colors', 1280, 800, { colorScheme: 'dark' }],
  ['more contrast in dark colors', 320, 640, { contrast: 'more', colorScheme: 'dark' }],
] as const) {
  test(`every state is accessible with ${title}`, async ({ page, person, expectErrors }) => {
    expectErrors('failed save', 'page not found', 'lost script');
    await page.setViewportSize({ width, height });
    await page.emulateMedia(media);
    await forEveryState(page, { ...person, name: LONG_NAME }, async (state) => {
      const targetSize = { 'target-size': { enabled: true } };
      const { violations } = await new AxeBuilder({ page }).options({ rules: targetSize }).analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, state).toEqual([]);
      // React may add an avatar between the picture and the measurement.
      await expect.soft.poll(() => faintTexts(page), { message: state, timeout: 10_000 }).toEqual([]);
    });
  });
}

test('in forced colors and in print, text has contrast, and fields and buttons have edges', async ({
  page,
  person,
}) => {
  await open(page);
  await signUp(page, person);
  await expect(page.getByText(TICKET.saved)).toBeVisible();
  for (const media of [
    { media: 'print' },
    { media: 'screen', forcedColors: 'active', colorScheme: 'light' },
    { media: 'screen', forcedColors: 'active', colorScheme: 'dark' },
  ] as const) {
    await page.emulateMedia(media);
    expect.soft(await faintTexts(page), JSON.stringify(media)).toEqual([]);
  }
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const part of [field(page, 'name'), submitButton(page)]) {
    await expect(part).not.toHaveCSS('border-top-width', '0px');
    await expect(part).not.toHaveCSS('border-top-color', ground);
  }
  // Drawings keep their own colors.
  await expect(page.locator('.call-to-action svg')).toBeHidden();
});

/** What the engines' own styles do to a field that the browser fills in. Extensions do the same. */
const AUTOFILL = {
  WebKit: 'background-color: #faffbd !important; color: #000 !important',
  Chromium: `background-color: light-dark(rgb(232 240 254), rgb(70 90 126 / 0.4)) !important;
    color: fieldtext !important`,
};

for (const [engine, styles] of Object.entries(AUTOFILL)) {
  test(`text has contrast in filled-in fields of ${engine}`, async ({ page }) => {
    await open(page);
    await addStyles(page, `input { background-image: none !important; ${styles} }`);
    // One field shows a hint, the others messages.
    await signUp(page, { email: 'robin@' });
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await faintTexts(page), colorScheme).toEqual([]);
      const ink = await page.evaluate(() => getComputedStyle(document.body).color);
      await expect.soft(field(page, 'email')).toHaveCSS('-webkit-text-fill-color', ink);
    }
  });
}

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

/**
 * Measures each text's color against the pixels behind it. axe cannot do that on gradients and drawings.
 *
 * @returns texts with less than the minimum contrast (WCAG 1.4.3), and paragraphs, or all text if the
 * visitor prefers more contrast, with less than the enhanced contrast (1.4.6)
 */
async function faintTexts(page: Page): Promise<string[]> {
  await addStyles(
    page,
    `* { -webkit-text-fill-color: transparent !important }
    text { fill: transparent !important } [data-sonner-toaster] { visibility: hidden }`,
  );
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return page.evaluate(
    async ({ texts, picture }) => {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const behind = canvas.getContext('2d', { willReadFrequently: true });
      const ink = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (!behind || !ink) throw new Error('No canvas');
      behind.drawImage(bitmap, 0, 0);
      /** The relative luminance of each pixel, as WCAG defines it. */
      const luminances = ({ data }: ImageData) => {
        const linear = Array.from(data, (channel) =>
          channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
        );
        return Array.from({ length: data.length / 4 }, (_, pixel) => {
          const [red = 0, green = 0, blue = 0] = linear.slice(4 * pixel, 4 * pixel + 3);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
      };

      const found: string[] = [];
      for (const text of texts) {
        const element = text.startContainer.parentElement ?? document.body;
        // Forced colors set the color of every text except those in drawings.
        if (matchMedia('(forced-colors: active)').matches && !element.matches('text')) continue;
        const { color, fontSize, fontWeight, letterSpacing } = getComputedStyle(element);
        ink.fillStyle = color;
        ink.fillRect(0, 0, 1, 1);
        const [inkLuminance = 0] = luminances(ink.getImageData(0, 0, 1, 1));
        // Bold text counts as large from 18.66 px, other text from 24 px.
        const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        const isEnhanced = matchMedia('(prefers-contrast: more)').matches || element.closest('p');
        const needed = (isLarge ? 3 : 4.5) * (isEnhanced ? 7 / 4.5 : 1);
        for (const { left, top, width, height } of text.getClientRects()) {
          // Between the lines and after the last letter there are no glyphs.
          const wide = Math.max(width - (Number.parseFloat(letterSpacing) || 0) - 1, 1);
          const y = top + scrollY + height / 4;
          const tall = Math.max(height / 2, 1);
          const ratios = luminances(behind.getImageData(Math.ceil(left), y, wide, tall)).map(
            (luminance) => (Math.max(luminance, inkLuminance) + 0.05) / (Math.min(luminance, inkLuminance) + 0.05),
          );
          const worst = Math.min(...ratios);
          if (worst < needed) found.push(`${worst.toFixed(2)} instead of ${needed}: ${text}`);
        }
      }
      return found;
    },
    { texts: await shownTexts(page), picture },
  );
}
