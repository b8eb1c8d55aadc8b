import type { JSHandle, Page } from '@playwright/test';

/** The texts on the page, each as a range, without those that are hidden or for screen readers only. */
export async function shownTexts(page: Page): Promise<JSHandle<Range[]>> {
  return page.evaluateHandle(() => {
    const landing = document.querySelector('.landing');
    const walker = document.createTreeWalker(landing ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Range[] = [];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!nodeValue?.trim() || !parentElement?.checkVisibility()) continue;
      if (parentElement.closest('noscript, .visually-hidden')) continue;
      const text = document.createRange();
      text.selectNodeContents(walker.currentNode);
      texts.push(text);
    }
    if (texts.length < (landing ? 30 : 2)) throw new Error(`Only ${texts.length} texts`);
    return texts;
  });
}

/** @returns texts that are cut, covered, wider than their column, or on a body of gel */
export async function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    (texts) => {
      const columns = 'li, .hero-words, .hero header, .early-access, section, .footer, main';
      const parts = ':has(.decorative-blob):has(.button):has(input)';
      if (document.querySelector(`.landing:not(${parts})`)) throw new Error(`No ${parts}`);
      const found: string[] = [];
      for (const text of texts) {
        const element = text.startContainer.parentElement ?? document.body;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const column = (element.closest(columns) ?? document.body).getBoundingClientRect();
        for (const { left, right, top, bottom } of text.getClientRects()) {
          const add = (fault: string) => found.push(`${fault}: ${String(text).slice(0, 30)}`);
          if (left < column.left - 1 || right > column.right + 1) add('wider than its column');
          if (left < 0 || right > innerWidth) add('cut');
          const middle = (left + right) / 2;
          for (const x of [left + 1, middle, right - 1]) {
            // The card is on the bodies, too, and covers them.
            const behind = [top + 1, bottom - 1].flatMap((y) => document.elementsFromPoint(x, y));
            const isOnGel = behind.some((one) => one.closest('.decorative-blob'));
            if (element.closest('.hero') && isOnGel) add('on a body of gel');
            const seen = document.elementFromPoint(x, (top + bottom) / 2);
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
      // A visitor's text may be longer than its field.
      const blank = '.landing .button, .landing input:placeholder-shown, .ticket p';
      for (const control of document.querySelectorAll(blank)) {
        if (control.scrollWidth > control.clientWidth + 1) found.push(`cut: ${control.outerHTML}`);
      }
      return found;
    },
    await shownTexts(page),
  );
}

/**
 * Measures each text's color against the pixels behind it. axe cannot do that on gradients and drawings.
 *
 * @returns texts with less than the minimum contrast (WCAG 1.4.3), and paragraphs, or all text if the
 * visitor prefers more contrast, with less than the enhanced contrast (1.4.6)
 */
export async function faintTexts(page: Page): Promise<string[]> {
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
            (luminance) =>
              (Math.max(luminance, inkLuminance) + 0.05) /
              (Math.min(luminance, inkLuminance) + 0.05),
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
