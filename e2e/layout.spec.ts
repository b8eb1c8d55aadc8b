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

/** Phones, tablets and desktops, upright and on their side. */
const SCREENS: ReadonlyArray<readonly [number, number]> = [
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
];

for (const font of ['Roboto', 'Inter', 'DejaVu Sans']) {
  test(`every screen has room for every word in ${font}`, async ({ page }) => {
    await openWith(page, { '--font-text': `"${font}", sans-serif` });
    await expectRoom(page, SCREENS);
    await submitButton(page).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expectRoom(page, SCREENS);
  });
}

test('every screen has room for text of double size', async ({ page }) => {
  await openWith(page, { 'font-size': '200%' });
  await expectRoom(page, SCREENS);
});

test('every screen has room for words a third longer, as in other languages', async ({ page }) => {
  await openWith(page, {});
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      text.data = text.data.replace(/\p{L}{3,}/gu, (word) => word + word.slice(-word.length / 3));
    }
  });
  await expectRoom(page, SCREENS);
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
      await openWith(page, {});
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
      await openWith(page, {});
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

/** Opens the page with these declarations on its root, and without motion. */
async function openWith(page: Page, declarations: Record<string, string>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  await page.evaluate(async (entries) => {
    for (const [name, value] of entries) document.documentElement.style.setProperty(name, value);
    await document.fonts.ready;
  }, Object.entries(declarations));
}

async function expectRoom(
  page: Page,
  screens: ReadonlyArray<readonly [number, number]>,
): Promise<void> {
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    expect.soft(await page.evaluate(misplacedWords), `${width} × ${height}`).toEqual([]);
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
      if (!seen || !(element.contains(seen) || seen.contains(element))) {
        say(`covered by ${seen?.outerHTML.slice(0, 40)}`);
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
