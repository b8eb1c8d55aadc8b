import type { Locator, Page } from '@playwright/test';
import { FIELD_KEYS } from '../src/waitlist/fields.ts';
import { expect, test } from './fixtures.ts';
import { misplacedWords } from './measure-text.ts';
import {
  expectFailed,
  expectSaved,
  field,
  holdSave,
  open,
  signUp,
  submitButton,
  toasts,
} from './waitlist-page.ts';

// Nothing is covered, cut, or wider than its column, whatever the screen and the font.

// Low screens are those of phones on their sides; accessibility.spec.ts has the low windows of zoom.
test.use({ hasTouch: true });

/** Phones, tablets, and desktops in both orientations; 320 × 256 is 1280 × 1024 at 400 %. */
const SCREENS: ReadonlyArray<readonly [number, number]> = [
  [320, 256],
  [320, 640],
  [360, 740],
  [390, 844],
  [600, 960],
  [667, 375],
  [768, 1024],
  [844, 390],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
];

/** What visitors, their browsers, and later versions of the page may change. */
const VARIANTS: Record<string, string | (() => void)> = {
  'every word in Roboto': ':root { --font-text: Roboto, sans-serif }',
  'every word in Inter': ':root { --font-text: Inter, sans-serif }',
  'every word in DejaVu Sans': ':root { --font-text: "DejaVu Sans", sans-serif }',
  'text of double size': 'by the browser',
  'the text spacing of WCAG 1.4.12': `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
  'a translation with longer words': lengthenWords,
  'a fifth field, a fourth step, and a fourth benefit': addItems,
};

for (const [name, change] of Object.entries(VARIANTS)) {
  test(`every screen has room for ${name}`, async ({ page }) => {
    if (change === 'by the browser') {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    }
    await openStill(page, typeof change === 'string' ? change : '');
    // Two fields then show a message, and two a hint.
    await submitButton(page).click();
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
    if (typeof change === 'function') await page.evaluate(change);
    await expectRoom(page);
  });
}

test('every screen has room for a ticket for a long name', async ({ page, person }) => {
  await openStill(page);
  await signUp(page, { ...person, name: 'Wolfeschlegelsteinhausenbergerdorff' });
  await expect(page.locator('.ticket')).toBeVisible();
  await expectRoom(page);
});

test.describe(() => {
  test('on a phone on its side, no word or field is beside the notch', async ({
    page,
    expectErrors,
  }) => {
    expectErrors('page not found');
    await page.setViewportSize({ width: 844, height: 390 });
    const insets = { left: 59, right: 59, bottom: 21 };
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
    for (const address of ['/', '/no-such-page']) {
      await page.goto(address);
      const hidden = await page
        .locator('h1, h2, h3, p, a:not(.skip-link), label, input')
        .evaluateAll(
          (elements, { left, right, bottom }) =>
            elements.filter((element) => {
              const words = document.createRange();
              words.selectNodeContents(element);
              const box = (element.matches('input') ? element : words).getBoundingClientRect();
              if (box.width === 0) return false;
              const end = document.body.scrollHeight - scrollY - bottom;
              return box.left < left || box.right > innerWidth - right || box.bottom > end;
            }).length,
          insets,
        );
      expect(hidden, address).toBe(0);
    }
  });
});

test('the first screen of a phone has the button, and of a desktop five fields', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStill(page);
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 });

  if (FIELD_KEYS.length === 4) await page.evaluate(addItems);
  await expect(page.getByRole('textbox')).toHaveCount(5);
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectCardInViewport(page);
  }
});

for (const [width, height] of [
  [390, 844],
  [740, 360],
  [960, 800],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1920, 1080],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({
      viewport: { width, height },
    });

    test('messages move nothing, toasts cover nothing, and the ticket moves nothing beside or above its card', async ({
      page,
      person,
      expectErrors,
    }) => {
      expectErrors('failed save');
      await openStill(page);
      const inCard = '.landing :is(h2, input, button, footer)';
      const outside = '.landing :is(h1, h2, h3, p, a):not(.early-access *)';
      // On phones the ticket moves what is below its card, too.
      const beside = width < 960 ? '.hero :is(h1, h1 *, p)' : outside;
      const before = [await placesOf(page, inCard), await placesOf(page, outside)];
      const besideBefore = await placesOf(page, beside);
      await signUp(page, { email: 'robin@' });
      await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
      expect([await placesOf(page, inCard), await placesOf(page, outside)]).toEqual(before);

      const fail = await holdSave(page);
      await signUp(page, { ...person, name: 'Maya Okafor' });
      fail();
      await expectFailed(page);
      expect(await coveredByToasts(page, width)).toEqual([]);
      if (width >= 960) expect(await page.evaluate(() => scrollY)).toBe(0);

      await submitButton(page).click();
      await expectSaved(page);
      await expect(toasts(page)).toHaveCount(1);
      expect(await coveredByToasts(page, width)).toEqual([]);
      await expect(page.getByText('Maya.')).toBeVisible();
      expect(await linesOf(page.getByText('You’re in,'))).toBe(1);
      // The last sign-up among the avatars does not count as a move.
      await expect(page.getByText('MO', { exact: true })).toBeVisible();
      // Five fields and a ticket are higher than these screens: the section grows.
      if (width >= 960 && height < 790 && FIELD_KEYS.length > 4) return;
      expect(await placesOf(page, beside)).toEqual(besideBefore);
      if (width >= 960) await expectCardInViewport(page);
    });
  });
}

/** Opens the page with these styles, and without motion. */
async function openStill(page: Page, styles = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    await document.fonts.ready;
  }, styles);
}

async function expectRoom(page: Page): Promise<void> {
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    expect.soft(await misplacedWords(page), `${width} × ${height}`).toEqual([]);
  }
}

async function expectCardInViewport(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Get Early Access' });
  await expect(card).toBeInViewport({ ratio: 1 });
}

/** Runs in the page. German headings and labels, and every other word longer by a third. */
function lengthenWords(): void {
  const words = [
    'Frühzugangsberechtigung',
    'Veranstaltungen und Zusammenkünfte',
    'Benutzername bei Instagram',
    'Privatsphäre-Einstellungen zuerst',
    'Vertrauenswürdige Bekanntschaften',
  ];
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

/** Runs in the page. */
function addItems(): void {
  for (const last of document.querySelectorAll(
    '.landing li:last-child, .text-field:not(:has(~ .text-field))',
  )) {
    last.after(last.cloneNode(true));
  }
}

async function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
}

/** Where these elements are in the document, from the left and the top, in half pixels. */
async function placesOf(page: Page, selector: string): Promise<number[][]> {
  const places = await page.evaluate(
    (elements) =>
      Array.from(document.querySelectorAll(elements), (element) => {
        const { left, top } = element.getBoundingClientRect();
        return [left, top + scrollY].map((place) => Math.round(place * 2));
      }),
    selector,
  );
  expect(places.length).toBeGreaterThanOrEqual(9);
  return places;
}

/** Buttons, labels, logo and headline under a toast, and from 960 px up every word and field. */
async function coveredByToasts(page: Page, width: number): Promise<string[]> {
  const [toast] = await toasts(page).all();
  const { x = 0, y = 0, width: wide = 0, height: tall = 0 } = (await toast?.boundingBox()) ?? {};
  expect(wide * tall).toBeGreaterThan(0);
  const covered = await page
    .locator(
      width < 960
        ? '.landing :is(.logo, h1, label, button)'
        : '.landing :is(h1, h2, h3, p, a, label, input, button, li)',
    )
    .evaluateAll(
      (elements, box) =>
        elements.map((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const isUnder =
            left < box.x + box.wide && right > box.x && top < box.y + box.tall && bottom > box.y;
          return isUnder ? element.outerHTML.slice(0, 80) : '';
        }),
      { x, y, wide, tall },
    );
  expect(covered).not.toEqual([]);
  return covered.filter(Boolean);
}
