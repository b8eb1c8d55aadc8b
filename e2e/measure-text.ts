import type { JSHandle, Page } from '@playwright/test';

/** The texts on the page, without those that are hidden or for screen readers only. */
async function shownTexts(page: Page): Promise<JSHandle<Text[]>> {
  return page.evaluateHandle(() => {
    const landing = document.querySelector('.landing');
    const walker = document.createTreeWalker(landing ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const isHidden = text.parentElement?.closest('noscript, .visually-hidden');
      if (text.data.trim() && text.parentElement?.checkVisibility() && !isHidden) texts.push(text);
    }
    if (texts.length < (landing ? 30 : 2)) throw new Error(`Only ${texts.length} texts`);
    return texts;
  });
}

/** @returns texts that are cut, covered, wider than their column, or on a body of gel */
export async function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    (texts) => {
      const isLanding = document.querySelector('.landing') !== null;
      if (isLanding && !document.querySelector('.decorative-blob')) throw new Error('No bodies');
      const found: string[] = [];
      for (const text of texts) {
        const { parentElement: element } = text;
        const column = element?.closest(
          'li, .hero-words, .hero header, .early-access, section, .footer, main',
        );
        if (!element) continue;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right } = (column ?? document.body).getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
          const add = (fault: string) => found.push(`${fault}: ${text.data.slice(0, 30)}`);
          if (line.left < left - 1 || line.right > right + 1) add('wider than its column');
          if (line.left < 0 || line.right > innerWidth) add('cut');
          const middle = line.left + line.width / 2;
          for (const x of [line.left + 1, middle, line.right - 1]) {
            // The card is on the bodies, too, and covers them.
            if (element.closest('.hero')) {
              const behind = [line.top + 1, line.bottom - 1].flatMap((y) =>
                document.elementsFromPoint(x, y),
              );
              if (behind.some((one) => one.closest('.decorative-blob'))) add('on a body of gel');
            }
            const seen = document.elementFromPoint(x, line.top + line.height / 2);
            // There is no element outside the window: a paragraph can be taller than the window.
            if (!seen || element.contains(seen) || seen.contains(element)) continue;
            // Rotated words are smaller than their boxes, and drawings are empty at their edges.
            if (x !== middle && seen.closest('svg')) continue;
            // A hint is in its field, and lets taps through. Toasts have a test of their own.
            const isHint = seen.matches('input') && seen.parentElement === element.parentElement;
            if (isHint || seen.closest('[data-sonner-toaster]')) continue;
            add(`covered by ${seen.outerHTML.slice(0, 40)}`);
          }
        }
      }

      const controls = document.querySelectorAll('.landing .button, .landing input, .ticket p');
      if (isLanding && controls.length < 6) throw new Error('No controls');
      for (const control of controls) {
        // A visitor's text may be longer than its field.
        const isFilled = control instanceof HTMLInputElement && control.value;
        if (!isFilled && control.scrollWidth > control.clientWidth + 1) {
          found.push(`cut: ${control.outerHTML}`);
        }
      }
      return found;
    },
    await shownTexts(page),
  );
}

/**
 * Measures each text's color against the pixels behind it. axe cannot do that on gradients and drawings.
 *
 * @param enhanced selects what must have the enhanced contrast (WCAG 1.4.6) instead of the minimum
 * @param measured selects the elements whose texts are measured
 * @returns texts with too little contrast
 */
export async function faintTexts(page: Page, enhanced: string, measured = '*'): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { -webkit-text-fill-color: transparent !important }
      text { fill: transparent !important } [data-sonner-toaster] { visibility: hidden }`);
    document.adoptedStyleSheets.push(sheet);
    scrollTo({ top: 0, behavior: 'instant' });
  });
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return page.evaluate(
    async ({ texts, picture, enhanced, measured }) => {
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
        const { parentElement: element } = text;
        if (!element?.matches(measured)) continue;
        const { color, fontSize, fontWeight, letterSpacing } = getComputedStyle(element);
        ink.fillStyle = color;
        ink.fillRect(0, 0, 1, 1);
        const [inkLuminance = 0] = luminances(ink.getImageData(0, 0, 1, 1));
        // Bold text counts as large from 18.66 px, other text from 24 px.
        const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        const needed = (isLarge ? 3 : 4.5) * (element.closest(enhanced) ? 7 / 4.5 : 1);
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, top, width, height } of range.getClientRects()) {
          // Between the lines and after the last letter there are no glyphs.
          const wide = Math.max(width - (Number.parseFloat(letterSpacing) || 0) - 1, 1);
          const tall = Math.max(height / 2, 1);
          const pixels = behind.getImageData(
            Math.ceil(left),
            top + scrollY + height / 4,
            wide,
            tall,
          );
          const ratios = luminances(pixels).map((luminance) => {
            const [dark = 0, light = 0] = [inkLuminance, luminance].toSorted((a, b) => a - b);
            return (light + 0.05) / (dark + 0.05);
          });
          const worst = Math.min(...ratios);
          const words = text.data.slice(0, 30);
          if (worst < needed) found.push(`${worst.toFixed(2)} instead of ${needed}: ${words}`);
        }
      }
      return found;
    },
    { texts: await shownTexts(page), picture, enhanced, measured },
  );
}
