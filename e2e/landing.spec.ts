import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field, fillIn, LAZY_SCRIPTS, open, tookOver } from './waitlist-page.ts';

const CARD = 'Get Early Access';
const STEPS = 'How gel works';
const BENEFITS = "Why You'll Love gel";

test('the sections come in their order with their words', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/meet\.\s*connect\.\s*gel\./);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    CARD,
    STEPS,
    BENEFITS,
    'Ready to gel with your tribe?',
  ]);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Join an Event',
    'Match with People',
    'Connect Before You Go',
    /authentic connections/i,
    /events and meetups/i,
    /privacy first/i,
  ]);
  for (const words of [
    "Stop pulling up solo—find your vibe, match with your people, and know who's going before you even step in.",
    '500+ people already on the waitlist',
    'We respect your privacy and will never share your information.',
    /thousands/i,
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('"Join the Waitlist" at the end leads to the top and into the form', async ({ page }) => {
  await open(page);
  const link = page.getByRole('link', { name: 'Join the Waitlist' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await link.click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL('/');
});

test('the Privacy link goes nowhere; the accounts have addresses', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const privacy = page.getByRole('link', { name: 'Privacy' });
  await privacy.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  // It is announced as not available; a person clicks it nevertheless.
  await privacy.click({ force: true });
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  const links = {
    Instagram: /^https:\/\/www\.instagram\.com\//,
    TikTok: /^https:\/\/www\.tiktok\.com\//,
  };
  for (const [name, address] of Object.entries(links)) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
  }
});

test("the copyright year is the visitor's", async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await open(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2031');
});

test.describe('sections appear', () => {
  test('at 200, 400 and 600 ms', async ({ page }) => {
    await page.addInitScript(noteAppearances);
    await open(page);
    await expectAllShown(page);
    const appearances = await page.evaluate(() => window.appearances);
    expect(appearances).toEqual({ [CARD]: 200, [STEPS]: 400, [BENEFITS]: 600 });
  });

  test('all at once for who wants less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(noteAppearances);
    await page.goto('/', { waitUntil: 'commit' });
    for (const name of [CARD, STEPS, BENEFITS]) {
      expect(await opacity(page.getByRole('heading', { name }))).toBe(1);
    }
    await tookOver(page);
    expect(await page.evaluate(() => window.appearances)).toEqual({});
  });

  test.describe('all the same', () => {
    test.use({ expectedErrors: /Failed to load resource/ });

    for (const [missing, pattern] of [
      ['the code of the motion', LAZY_SCRIPTS],
      ['every script', /\/assets\/.*\.js$/],
    ] as const) {
      test(`without ${missing}`, async ({ page }) => {
        await page.route(pattern, (route) => route.abort());
        await page.goto('/', { waitUntil: 'commit' });
        // The hero waits for nobody.
        expect(await opacity(page.getByRole('heading', { level: 1 }))).toBe(1);
        await expectAllShown(page);
      });
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, and a submit puts nothing into the address bar', async ({
    page,
    person,
  }) => {
    await page.goto('/');
    await expectAllShown(page);
    await expect(page.locator('noscript p')).toBeVisible();
    await fillIn(page, person);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });
});

async function expectAllShown(page: Page): Promise<void> {
  for (const name of [CARD, STEPS, BENEFITS, 'Ready to gel with your tribe?']) {
    await expect.poll(() => opacity(page.getByRole('heading', { name }))).toBe(1);
  }
}

/** Of the element as it is seen: together with everything around it. */
function opacity(element: Locator): Promise<number> {
  return element.evaluate((start) => {
    let product = 1;
    for (let node: Element | null = start; node; node = node.parentElement) {
      product *= Number(getComputedStyle(node).opacity);
    }
    return product;
  });
}

declare global {
  interface Window {
    /** When each section appears, in milliseconds after the page started. */
    appearances: Record<string, number>;
  }
}

/**
 * Runs in the page, before it, and has its script there at once: on a busy machine it comes so late
 * that all sections are due together. The animations themselves go by the real clock.
 */
function noteAppearances(): void {
  performance.now = () => 0;
  window.appearances = {};
  const { animate } = Element.prototype;
  Element.prototype.animate = function (keyframes, options) {
    const heading = this.querySelector('h2')?.textContent;
    if (heading && typeof options === 'object') window.appearances[heading] = options.delay ?? 0;
    return animate.call(this, keyframes, options);
  };
}
