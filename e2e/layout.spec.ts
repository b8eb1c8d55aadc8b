import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectFailed,
  expectSaved,
  field,
  fillIn,
  open,
  submitButton,
  toasts,
} from './waitlist-page.ts';

// Nothing covered, nothing cut, nothing wider than its column, whatever the screen and the font.

/** Phones, tablets and desktops, upright and on their side; 1280 × 1024 at 400 %. */
const SCREENS: ReadonlyArray<readonly [number, number]> = [
  [320, 256],
  [320, 640],
  [360, 740],
  [390, 844],
  [430, 932],
  [600, 960],
  [667, 375],
  [768, 1024],
  [844, 390],
  [932, 430],
  [1024, 768],
  [1180, 820],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
];

/** What visitors, their browsers and later versions of the page may change, each with its styles. */
const VARIANTS: Record<string, { styles?: string; change?: () => void }> = {
  'every word in Roboto': { styles: ':root { --font-text: Roboto, sans-serif }' },
  'every word in Inter': { styles: ':root { --font-text: Inter, sans-serif }' },
  'every word in DejaVu Sans': { styles: ':root { --font-text: "DejaVu Sans", sans-serif }' },
  'text of double size': { styles: ':root { font-size: 200% !important }' },
  'the text spacing of WCAG 1.4.12': {
    styles: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`,
  },
  'words a third longer, as in other languages': { change: lengthenWords },
  'German words': { change: speakGerman },
  'a fifth field, a fourth step and a fourth benefit': { change: addItems },
};

for (const [name, { styles = '', change = () => {} }] of Object.entries(VARIANTS)) {
  test(`every screen has room for ${name}`, async ({ page }) => {
    await openStill(page, styles);
    await page.evaluate(change);
    await expectRoom(page);
    await submitButton(page).click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectRoom(page);
  });
}

test('every screen has room for a ticket for a long name', async ({ page, person }) => {
  // Toasts are looked at below.
  await openStill(page, '[data-sonner-toaster] { display: none }');
  await fillIn(page, { ...person, name: 'Wolfeschlegelsteinhausenbergerdorff' });
  await submitButton(page).click();
  await expect(page.locator('.ticket')).toBeVisible();
  await expectRoom(page);
});

test('five fields fit on the first screen of a desktop', async ({ page }) => {
  await openStill(page);
  await page.evaluate(addItems);
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('region', { name: 'Get Early Access' })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('all fields are within the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(field(page, 'email')).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [
  [390, 844],
  [1024, 768],
  [1280, 720],
  [1920, 1080],
] as const) {
  test.describe(`${width} × ${height}: the card changes`, () => {
    test.use({ viewport: { width, height }, expectedErrors: /SaveError|status of 403/ });

    test('and nothing else moves', async ({ page, person }) => {
      await openStill(page);
      const before = await placesOutsideTheCard(page);
      await fillIn(page, { ...person, name: 'Maya Okafor' });
      await submitButton(page).click();
      await expectSaved(page);
      await expect(page.getByText('Maya.')).toBeVisible();
      // A newcomer in the crowd is not a move.
      await expect(page.getByText('MO', { exact: true })).toBeVisible();
      const after = await placesOutsideTheCard(page);
      const moved = before.map((place, index) => Math.abs(place - (after[index] ?? 0)));
      expect(Math.max(...moved)).toBeLessThan(0.5);
      expect(after).toHaveLength(before.length);
    });

    test('and the messages cover no button, on wide screens not a word', async ({
      page,
      person,
    }) => {
      await openStill(page);
      await fillIn(page, person);
      await page.route('**/rest/v1/waitlist*', (route) => route.fulfill({ status: 403 }));
      await submitButton(page).click();
      await expectFailed(page);
      expect(await coveredByToasts(page, width)).toEqual([]);

      await page.unroute('**/rest/v1/waitlist*');
      await submitButton(page).click();
      await expectSaved(page);
      await expect(toasts(page)).toHaveCount(1);
      expect(await coveredByToasts(page, width)).toEqual([]);
      if (width >= 1024) {
        await expect(page.getByRole('region', { name: 'Get Early Access' })).toBeInViewport({
          ratio: 1,
        });
      }
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
    expect.soft(await page.evaluate(misplacedWords), `${width} × ${height}`).toEqual([]);
  }
}

/** Runs in the page. */
function lengthenWords(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replace(/\p{L}{3,}/gu, (word) => word + word.slice(-word.length / 3));
  }
}

/** Runs in the page. As a browser's translation does it, headings and labels first. */
function speakGerman(): void {
  const words = [
    'Frühzugangsberechtigung',
    'Veranstaltungen und Zusammenkünfte',
    'Benutzername bei Instagram',
    'Privatsphäre-Einstellungen zuerst',
    'Vertrauenswürdige Bekanntschaften',
  ];
  document.documentElement.lang = 'de';
  document.querySelectorAll('h2, h3, label, .button').forEach((element, index) => {
    element.textContent = words[index % words.length] ?? '';
  });
}

/** Runs in the page. */
function addItems(): void {
  for (const last of document.querySelectorAll('.row > :last-child, .text-field:has(+ .button)')) {
    last.after(last.cloneNode(true));
  }
}

/** Runs in the page. @returns what is cut, covered, wider than its column or upon a body of gel */
function misplacedWords(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');

  const bodies = Array.from(document.querySelectorAll('.decorative-blob'), (body) => {
    const { left, top, width } = body.getBoundingClientRect();
    return { x: left + width / 2, y: top + width / 2 + scrollY, radius: width / 2 };
  });
  const texts = document.createTreeWalker(document.querySelector('.landing') ?? document.body, 4);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const element = text.parentElement;
    if (!element?.checkVisibility() || element.closest('noscript, .visually-hidden')) continue;
    if (!text.data.trim()) continue;
    const column = element.closest(
      'li, .hero-words, .hero header, .early-access, section, .footer',
    );
    const { left = 0, right = 0 } = column?.getBoundingClientRect() ?? {};
    element.scrollIntoView({ block: 'center', behavior: 'instant' });

    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const say = (fault: string) => found.push(`${fault}: ${text.data.slice(0, 30)}`);
      if (line.left < left - 1 || line.right > right + 1) say('wider than its column');
      if (line.left < 0 || line.right > innerWidth) say('cut');
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
      const seen = document.elementFromPoint(x, y);
      // Nothing is seen where a paragraph is taller than the screen.
      if (seen && !element.contains(seen) && !seen.contains(element)) {
        say(`covered by ${seen.outerHTML.slice(0, 40)}`);
      }
      if (!element.closest('.hero')) continue;
      for (const body of bodies) {
        const nearest = {
          x: Math.min(Math.max(body.x, line.left), line.right),
          y: Math.min(Math.max(body.y, line.top + scrollY), line.bottom + scrollY),
        };
        const distance = Math.hypot(body.x - nearest.x, body.y - nearest.y);
        if (distance < body.radius) say('upon a body of gel');
      }
    }
  }
  for (const element of document.querySelectorAll('.landing .button, .landing input')) {
    if (element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${element.outerHTML}`);
  }
  return found;
}

/** Where everything with words is in the document, from the left and the top, but for the card. */
function placesOutsideTheCard(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('.landing :is(h1, h2, h3, p, a)'))
      .filter((element) => !element.closest('.early-access'))
      .flatMap((element) => {
        const { left, top } = element.getBoundingClientRect();
        return [left, top + scrollY];
      }),
  );
}

/** Buttons under a toast, and from 1024 px up every word and field. */
function coveredByToasts(page: Page, width: number): Promise<string[]> {
  return page.evaluate(
    (selector) => {
      const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
      if (!toast) return ['no toast'];
      return Array.from(document.querySelectorAll(selector))
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return (
            left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
          );
        })
        .map((element) => element.outerHTML.slice(0, 80));
    },
    width < 1024 ? '.landing button' : '.landing :is(h1, h2, h3, p, a, label, input, button, li)',
  );
}
