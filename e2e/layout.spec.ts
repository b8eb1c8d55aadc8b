import type { Page } from '@playwright/test';
import { sampleSignUp } from '../src/waitlist/samples.ts';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import {
  addStyles,
  expectFailed,
  expectSaved,
  field,
  forEveryState,
  holdRefusal,
  LONG_NAME,
  open,
  shownTexts,
  signUp,
  submitButton,
  toasts,
} from './waitlist-page.ts';

// Nothing is covered, cut, or wider than its column, whatever the screen, the font, and the zoom. A low
// screen is a phone on its side, and a low window without touch is one at high zoom.
test.use({ hasTouch: true, reducedMotion: 'reduce' });

/** Phones upright and on their sides, a tablet, desktops. 320 × 256 is 1280 × 1024 at 400 % zoom. */
const SCREENS = [
  [320, 256],
  [320, 640],
  [667, 375],
  [768, 1024],
  [1280, 720],
  [3840, 2160],
] as const;

/** What visitors, their browsers, and later versions of the page may change. */
const CHANGES: Record<string, (page: Page) => Promise<void>> = {
  // The widest of the fonts that visitors without the page's first choices have.
  'text in DejaVu Sans': (page) => addStyles(page, ':root { --font-text: "DejaVu Sans", sans-serif }'),
  'the text spacing of WCAG 1.4.12': (page) =>
    addStyles(
      page,
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
    ),
  'text of double size': async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  },
  'longer words': (page) => page.evaluate(lengthenWords),
  'a fifth field': (page) =>
    page.evaluate(() => {
      const last = document.querySelector('.text-field:not(:has(~ .text-field))');
      last?.after(last.cloneNode(true));
    }),
  'a ticket for a long name': async (page) => {
    await signUp(page, { ...sampleSignUp(0), name: LONG_NAME });
    await expect(page.getByText(TICKET.saved)).toBeVisible();
  },
};

for (const [name, change] of Object.entries(CHANGES)) {
  test(`every screen has room for ${name}`, async ({ page }) => {
    await open(page);
    await showMessages(page);
    await change(page);
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      expect.soft(await misplacedTexts(page), `${width} × ${height}`).toEqual([]);
    }
  });
}

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

test.describe(() => {
  test.use({ hasTouch: false });

  test('zoom enlarges text', async ({ page, person, expectErrors }) => {
    test.slow();
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
});

test('a phone on its side has nothing beside its notch', async ({ page, expectErrors }) => {
  expectErrors('page not found');
  await page.setViewportSize({ width: 844, height: 390 });
  const insets = { left: 59, right: 59, bottom: 21 };
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
  for (const address of ['/', '/no-such-page']) {
    await page.goto(address);
    const hidden = await page.evaluate(
      ({ texts, left, right, bottom }) => {
        const end = document.body.scrollHeight - scrollY - bottom;
        return [...texts, ...document.querySelectorAll('input')].filter((shown) => {
          const box = shown.getBoundingClientRect();
          return box.left < left || box.right > innerWidth - right || box.bottom > end;
        }).length;
      },
      { texts: await shownTexts(page), ...insets },
    );
    expect(hidden, address).toBe(0);
  }
});

test('the first screen has the button, on a desktop the card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 1024, height: 768 });
  await expectCardInViewport(page);
});

/** What a message in the card could move: the parts of the card, and everything outside it. */
const OUTSIDE = '.landing :is(h1, h2, h3, p, a):not(.early-access *)';
const EVERYTHING = `.landing :is(h2, input, button, footer), ${OUTSIDE}`;

// In a window that is just wide enough for two columns, a scrollbar leaves room for one.
for (const [width, height, scrollbar] of [
  [390, 844, 0],
  [740, 360, 0],
  [960, 800, 0],
  [968, 800, 15],
  [1180, 820, 0],
  [1280, 720, 0],
  [1920, 1080, 0],
] as const) {
  test(`at ${width} × ${height}, messages move nothing, toasts cover nothing, and the ticket moves nothing beside or above its card`, async ({
    page,
    person,
    expectErrors,
  }) => {
    expectErrors('failed save');
    const isDesktop = width - scrollbar >= 960;
    // On phones the ticket moves what is below its card, too.
    const besideTicket = isDesktop ? OUTSIDE : '.hero :is(h1, h1 *, p)';
    await open(page);
    // As if the phone was turned after the toasts were loaded.
    await expect(page.getByRole('region', { name: /notifications/i })).toBeAttached();
    await page.setViewportSize({ width, height });
    await addStyles(page, `html { padding-inline-end: ${scrollbar}px }`);
    if (isDesktop) await expectCardInViewport(page);
    const before = await placesOf(page, EVERYTHING);
    const besideBefore = await placesOf(page, besideTicket);
    await showMessages(page, 'robin@');
    expect(await placesOf(page, EVERYTHING)).toEqual(before);

    const fail = await holdRefusal(page);
    await signUp(page, { ...person, name: 'Maya Okafor' });
    fail();
    await expectFailed(page);
    expect(await coveredByToast(page, isDesktop)).toEqual([]);
    if (isDesktop) expect(await page.evaluate(() => scrollY)).toBe(0);

    await submitButton(page).click();
    await expectSaved(page);
    await expect(toasts(page)).toHaveCount(1);
    expect(await coveredByToast(page, isDesktop)).toEqual([]);
    await expect(page.getByText('Maya.')).toBeVisible();
    const greetingLines = await page.getByText(TICKET.greeting).evaluate((greeting) => {
      const range = document.createRange();
      range.selectNodeContents(greeting);
      return range.getClientRects().length;
    });
    expect(greetingLines).toBe(1);
    // The new avatar, which shows the name's initials, moves no other element.
    await expect(page.getByText('MO', { exact: true })).toBeVisible();
    expect(await placesOf(page, besideTicket)).toEqual(besideBefore);
    if (isDesktop) await expectCardInViewport(page);
  });
}

/** Submits a blank form, or one with a wrong email: two or three fields show a message, the others a hint. */
async function showMessages(page: Page, email = ''): Promise<void> {
  await signUp(page, { email });
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
}

async function expectCardInViewport(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Get Early Access' });
  await expect(card).toBeInViewport({ ratio: 1 });
}

/** Runs in the page: German headings and labels, and every other word longer by a third. */
function lengthenWords(): void {
  const words = ['Frühzugangsberechtigung', 'Vertrauenswürdige Bekanntschaften'];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replace(/\p{L}{3,}/gu, (word) => word + word.slice(-word.length / 3));
  }
  document.documentElement.lang = 'de';
  document.querySelectorAll('h2, h3, label, .button').forEach((element, index) => {
    element.textContent = words[index % words.length] ?? '';
  });
}

/** Where these elements are in the document, from the left and the top, in half pixels. */
async function placesOf(page: Page, selector: string): Promise<number[][]> {
  const places = await page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top } = element.getBoundingClientRect();
      return [left, top + scrollY].map((place) => Math.round(place * 2));
    }),
  );
  expect(places.length).toBeGreaterThanOrEqual(9);
  return places;
}

/** What is under the toast: of a phone's page the logo, the headline, and most of the card; else any text or field. */
async function coveredByToast(page: Page, isDesktop: boolean): Promise<string[]> {
  const box = await toasts(page).first().boundingBox();
  if (!box?.width || !box.height) throw new Error('The toast has no size');
  const text = 'h1, h2, h3, p, a, label, input, button, li';
  const phoneText = '.logo, .headline-word > *, label, button, .early-access > p';
  const elements = page.locator(`.landing :is(${isDesktop ? text : phoneText})`);
  expect(await elements.count()).toBeGreaterThan(0);
  return elements.evaluateAll(
    (elements, { x, y, width, height }) =>
      elements
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < x + width && right > x && top < y + height && bottom > y;
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    box,
  );
}

/** The font sizes of everything that has text; that of a drawing is a part of the drawing. */
async function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main :not(svg *), footer *'))
      .filter((element) => element.matches('input') || element.firstChild instanceof Text)
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  );
}

/** @returns texts that are cut, covered, wider than their column, or on a body of gel */
async function misplacedTexts(page: Page): Promise<string[]> {
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
