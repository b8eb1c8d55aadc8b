import type { Page } from '@playwright/test';
import { sampleSignUp } from '../src/waitlist/samples.ts';
import { TICKET } from '../src/waitlist/words.ts';
import { expect, test } from './fixtures.ts';
import {
  addStyles,
  expectFailed,
  expectSaved,
  field,
  holdRefusal,
  LONG_NAME,
  open,
  shownTexts,
  signUp,
  submitButton,
} from './waitlist-page.ts';

// Nothing is covered, cut, or wider than its column, whatever the screen, the font, and the zoom. A low
// screen is a phone on its side, and a low window without touch is one at high zoom.
test.use({ hasTouch: true, reducedMotion: 'reduce' });

/** A desktop at 400 % zoom, a phone upright and on its side, a tablet, desktops. */
const SCREENS = [
  [320, 256],
  [320, 640],
  [667, 375],
  [768, 1024],
  [1280, 720],
  [3840, 2160],
] as const;

/** What visitors and their browsers may change. */
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

test.describe(() => {
  test.use({ hasTouch: false, viewport: { width: 1280, height: 720 } });

  test('a zoom of 200 % enlarges the text', async ({ page }) => {
    await open(page);
    const before = await textSizes(page);
    // Zoom divides the window, and multiplies what is in it.
    await page.setViewportSize({ width: 640, height: 360 });
    const after = await textSizes(page);
    // Small text by 40 % at least. Large text only grows.
    const small = before.filter((size, index) => 2 * (after[index] ?? 0) < size * (size > 24 ? 1.001 : 1.4));
    expect(small).toEqual([]);
    expect(await misplacedTexts(page)).toEqual([]);
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
  await expect(page.getByRole('region', { name: 'Get Early Access' })).toBeInViewport({ ratio: 1 });
});

/** What a message in the card could move: the parts of the card, and everything outside it. */
const OUTSIDE = '.landing :is(h1, h2, h3, p, a):not(.early-access *)';
const EVERYTHING = `.landing :is(h2, input, button, footer), ${OUTSIDE}`;

for (const [device, width] of [
  ['a phone', 390],
  ['a desktop', 960],
] as const) {
  test(`on ${device}, messages move nothing, the ticket only what is below it, and no toast is in the way`, async ({
    page,
    person,
    expectErrors,
  }) => {
    expectErrors('failed save');
    // On phones the ticket moves what is below its card, too.
    const besideTicket = device === 'a phone' ? '.hero :is(h1, h1 *, p)' : OUTSIDE;
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    const before = await placesOf(page, EVERYTHING);
    const besideBefore = await placesOf(page, besideTicket);
    await showMessages(page, 'robin@');
    expect(await placesOf(page, EVERYTHING)).toEqual(before);

    const fail = await holdRefusal(page);
    await signUp(page, { ...person, name: 'Maya Okafor' });
    fail();
    await expectFailed(page);
    // A press of the button, beside the toast.
    await submitButton(page).click();
    await expectSaved(page);
    await field(page, 'name').click();
    // The new avatar, which shows the name's initials and a mark between them, moves no other element.
    await expect(page.getByText(/^M.O$/)).toBeVisible();
    expect(await placesOf(page, besideTicket)).toEqual(besideBefore);
  });
}

/** Submits a blank form, or one with a wrong email: two or three fields show a message, the others a hint. */
async function showMessages(page: Page, email = ''): Promise<void> {
  await signUp(page, { email });
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
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

/** The font sizes of everything that has text; that of a drawing is a part of the drawing. */
async function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main :not(svg *), footer *'))
      .filter((element) => element.matches('input') || element.firstChild instanceof Text)
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  );
}

/** @returns texts that are cut, covered, or wider than their column */
async function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    (texts) => {
      const columns = 'li, .hero-words, .hero header, .early-access, section, .footer, main';
      const found: string[] = [];
      for (const text of texts) {
        const element = text.startContainer.parentElement ?? document.body;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const column = (element.closest(columns) ?? document.body).getBoundingClientRect();
        for (const { left, right, top, bottom } of text.getClientRects()) {
          const add = (fault: string) => found.push(`${fault}: ${String(text).slice(0, 30)}`);
          if (left < Math.max(column.left - 1, 0) || right > Math.min(column.right + 1, innerWidth)) add('too wide');
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          // There is no element outside the window: a paragraph can be taller than the window.
          if (!seen || element.contains(seen) || seen.contains(element)) continue;
          // A hint is in its field, and lets taps through.
          const isHint = seen.matches('input') && seen.parentElement === element.parentElement;
          if (!isHint && !seen.closest('[data-sonner-toaster]')) add(`covered by ${seen.outerHTML.slice(0, 40)}`);
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
