import type { Page } from '@playwright/test';

/** @returns words that are cut, covered, wider than their column, or on a body of gel */
export async function misplacedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isLanding = document.querySelector('.landing') !== null;
    const bodies = Array.from(document.querySelectorAll('.decorative-blob'), (body) => {
      const { left, top, width } = body.getBoundingClientRect();
      return { x: left + width / 2, y: top + width / 2 + scrollY, radius: width / 2 };
    });
    if (isLanding && bodies.length === 0) throw new Error('No .decorative-blob');

    const texts = document.createTreeWalker(document.querySelector('.landing') ?? document.body, 4);
    let count = 0;
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const element = text.parentElement;
      if (!element?.checkVisibility() || element.closest('noscript, .visually-hidden')) continue;
      if (!text.data.trim()) continue;
      count += 1;
      const column = element.closest(
        'li, .hero-words, .hero header, .early-access, section, .footer, main',
      );
      const { left = 0, right = 0 } = column?.getBoundingClientRect() ?? {};
      element.scrollIntoView({ block: 'center', behavior: 'instant' });

      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const add = (fault: string) => found.push(`${fault}: ${text.data.slice(0, 30)}`);
        if (line.left < left - 1 || line.right > right + 1) add('wider than its column');
        if (line.left < 0 || line.right > innerWidth) add('cut');
        const middle = line.left + line.width / 2;
        for (const x of [line.left + 1, middle, line.right - 1]) {
          const seen = document.elementFromPoint(x, line.top + line.height / 2);
          // Rotated words are smaller than their boxes, and drawings are empty at their edges.
          if (x !== middle && seen?.closest('svg')) continue;
          // A hint lies in its field, and lets taps through.
          if (seen?.matches('input') && seen.parentElement === element.parentElement) continue;
          // Nothing is there where a paragraph is taller than the screen. Toasts have their own test.
          if (seen?.closest('[data-sonner-toaster]')) continue;
          if (seen && !element.contains(seen) && !seen.contains(element)) {
            add(`covered by ${seen.outerHTML.slice(0, 40)}`);
          }
        }
        if (!element.closest('.hero')) continue;
        for (const body of bodies) {
          const nearest = {
            x: Math.min(Math.max(body.x, line.left), line.right),
            y: Math.min(Math.max(body.y, line.top + scrollY), line.bottom + scrollY),
          };
          const distance = Math.hypot(body.x - nearest.x, body.y - nearest.y);
          if (distance < body.radius) add('on a body of gel');
        }
      }
    }
    if (count < (isLanding ? 30 : 2)) throw new Error(`Only ${count} texts`);

    const controls = document.querySelectorAll('.landing .button, .landing input, .ticket p');
    if (isLanding && controls.length < 6) throw new Error('No controls');
    for (const element of controls) {
      const isEmpty = !(element instanceof HTMLInputElement && element.value);
      if (isEmpty && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${element.outerHTML}`);
    }
    return found;
  });
}

/**
 * Measures each word's color against the pixels behind it; axe has no result on gradients and drawings.
 *
 * @param enhanced selects what must have the enhanced contrast (WCAG 1.4.6) instead of the minimum
 * @param words selects what is measured
 * @returns words with too little contrast
 */
export async function faintWords(page: Page, enhanced: string, words = '*'): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { -webkit-text-fill-color: transparent !important }
      text { fill: transparent !important } [data-sonner-toaster] { visibility: hidden }`);
    document.adoptedStyleSheets.push(sheet);
    scrollTo({ top: 0, behavior: 'instant' });
  });
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(
    async ([base64, selector, measured]) => {
      document.adoptedStyleSheets.pop();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('No canvas');
      context.drawImage(bitmap, 0, 0);
      const luminance = (pixels: ArrayLike<number>, at: number) => {
        const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
          const value = (pixels[at + channel] ?? 0) / 255;
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

      const found: string[] = [];
      const texts = document.createTreeWalker(
        document.querySelector('.landing') ?? document.body,
        4,
      );
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const element = text.parentElement;
        if (!element?.checkVisibility() || element.closest('noscript, .visually-hidden')) continue;
        if (!text.data.trim() || !element.matches(measured)) continue;
        const { color, fontSize, fontWeight, letterSpacing } = getComputedStyle(element);
        const spacing = Number.parseFloat(letterSpacing) || 0;
        if (!brush) throw new Error('No canvas');
        brush.fillStyle = color;
        brush.fillRect(0, 0, 1, 1);
        const ink = luminance(brush.getImageData(0, 0, 1, 1).data, 0);
        const size = Number.parseFloat(fontSize) * (Number(fontWeight) >= 700 ? 24 / 18.66 : 1);
        const needed = (size >= 24 ? 3 : 4.5) * (element.closest(selector) ? 7 / 4.5 : 1);

        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, top, width, height } of range.getClientRects()) {
          // Between the lines and after the last letter there are no glyphs.
          const [y, tall] = [top + scrollY + height / 4, Math.max(height / 2, 1)];
          const wide = Math.max(width - spacing - 1, 1);
          const { data } = context.getImageData(Math.ceil(left), y, wide, tall);
          let worst = 21;
          for (let at = 0; at < data.length; at += 4) {
            const [dark = 0, light = 0] = [ink, luminance(data, at)].toSorted((a, b) => a - b);
            worst = Math.min(worst, (light + 0.05) / (dark + 0.05));
          }
          if (worst < needed) {
            found.push(
              `${worst.toFixed(2)} instead of ${needed.toFixed(1)}: ${text.data.slice(0, 30)}`,
            );
          }
        }
      }
      return found;
    },
    [picture, enhanced, words] as const,
  );
}
