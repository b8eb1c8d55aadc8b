import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectFailed, expectSaved, field, fillIn, open, submitButton } from './waitlist-page.ts';

test('"Join the Waitlist" at the end leads to the top and into the form', async ({ page }) => {
  await open(page);
  const link = page.getByRole('link', { name: 'Join the Waitlist' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await link.click();
  await expect(field(page, 'name')).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL('/');
});

test('the Privacy link goes nowhere', async ({ page }) => {
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
});

test("the copyright year is the visitor's", async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await open(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2031');
});

test.describe('no animation runs longer than five seconds', () => {
  test.use({ expectedErrors: /SaveError|status of 40[34]|Page not found/ });

  test('in any state of the pages', async ({ page, person }) => {
    await page.addInitScript(noteAnimations);
    const expectShort = async () => {
      const seen = await page.evaluate(() => Object.entries(window.seenAnimations));
      expect(seen.filter(([, milliseconds]) => milliseconds > 5000)).toEqual([]);
      return seen.map(([name]) => name);
    };
    await open(page);
    for (const scene of await page.locator('.scene').all()) await scene.scrollIntoViewIfNeeded();
    await expect(page.locator('.scene-acting')).toHaveCount(3);
    await submitButton(page).click();
    await fillIn(page, person);

    let answer = (_status: number) => {};
    await page.route('**/rest/v1/**', (route) => {
      answer = (status) => void route.fulfill({ status });
    });
    for (const status of [403, 201]) {
      await submitButton(page).click();
      await expect(submitButton(page)).toHaveText('Adding you...');
      await expect(async () => answer(status)).toPass();
      await (status === 201 ? expectSaved(page) : expectFailed(page));
    }
    // The test has seen something.
    expect(await expectShort()).toEqual(expect.arrayContaining(['hop', 'press', 'work']));

    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectShort();
  });
});

test.describe('sections appear', () => {
  test('at 200, 400 and 600 ms after the navigation', async ({ page }) => {
    await page.addInitScript(noteFrames);
    // On a busy machine the page may come when a time has passed: then that section is just there.
    await expect(async () => {
      await open(page);
      await expectAllShown(page);
      const frames = await page.evaluate(() => window.seenFrames);
      expect(frames[0]?.at).toBeLessThan(200);
      for (const [section, due] of [200, 400, 600].entries()) {
        const seen = frames.map(({ at, opacities }) => ({ at, opacity: opacities[section] ?? -1 }));
        const early = seen.filter(({ at }) => at <= due).map(({ opacity }) => opacity);
        const late = seen.filter(({ at }) => at > due).map(({ opacity }) => opacity);
        expect(new Set(early)).toEqual(new Set([0]));
        expect(Math.min(...late)).toBeGreaterThan(0);
        expect(late).toEqual(late.toSorted((a, b) => a - b));
      }
    }).toPass();
  });

  test('at once when their time has passed at the first paint', async ({ page }) => {
    await page.addInitScript(noteFrames);
    await page.route('/', async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.fulfill({ response });
    });
    await open(page);
    const frames = await page.evaluate(() => window.seenFrames);
    expect(frames[0]?.opacities).toEqual([1, 1, 1]);
  });

  test('all at once for who wants less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(noteFrames);
    await open(page);
    const frames = await page.evaluate(() => window.seenFrames);
    for (const { opacities } of frames) expect(opacities).toEqual([1, 1, 1]);
  });

  test.describe('all the same', () => {
    test.use({ expectedErrors: /Failed to (load resource|fetch dynamically)/ });

    test('without every script, and the form says that it is stuck', async ({ page }) => {
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto('/', { waitUntil: 'commit' });
      await expectAllShown(page);
      await expect(page.getByText('The form did not load completely.')).toBeVisible();
    });
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
  for (const heading of await page.getByRole('heading', { level: 2 }).all()) {
    await expect.poll(() => opacity(heading)).toBe(1);
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

type Frame = { at: number; opacities: number[] };

declare global {
  interface Window {
    /** For each animation seen so far, how long it runs with its delay and repetitions. */
    seenAnimations: Record<string, number>;
    /** What was to be seen of each section, frame by frame; times are from the navigation. */
    seenFrames: Frame[];
  }
}

/** Runs in the page, before it. */
function noteFrames(): void {
  window.seenFrames = [];
  const note = () => {
    const sections = ['early-access', 'how-it-works', 'benefits'].map((id) =>
      document.getElementById(id)?.closest('[data-reveal-at]'),
    );
    const at = Number(document.timeline.currentTime);
    if (sections.every((section) => section !== undefined && section !== null)) {
      const opacities = sections.map((section) => Number(getComputedStyle(section).opacity));
      window.seenFrames.push({ at, opacities });
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Runs in the page, before it. */
function noteAnimations(): void {
  window.seenAnimations = {};
  const note = () => {
    for (const animation of document.getAnimations()) {
      const name = (animation as CSSAnimation).animationName ?? animation.id;
      window.seenAnimations[name] = Number(animation.effect?.getComputedTiming().endTime);
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}
