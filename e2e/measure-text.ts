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
