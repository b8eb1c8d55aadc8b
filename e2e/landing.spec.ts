import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  expectFailed,
  expectSaved,
  field,
  fillIn,
  holdSave,
  open,
  signUp,
  submitButton,
} from './waitlist-page.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the last "Join the Waitlist" scrolls to the top, then focuses the form (reduced motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page);
    const link = page.getByRole('link', { name: 'Join the Waitlist' });
    await link.scrollIntoViewIfNeeded();
    const isAtTopAtOnce = await link.evaluate((element: HTMLElement) => {
      element.click();
      return scrollY === 0;
    });
    expect(isAtTopAtOnce).toBe(reducedMotion === 'reduce');
    await expect(field(page, 'name')).toBeFocused();
    // A focus during the scroll would end it in some engines.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL('/');
  });
}

test("the copyright year is the visitor's", async ({ page }) => {
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await open(page);
  await expect(page.getByRole('contentinfo')).toContainText('© 2031');
});

test('no animation runs longer than five seconds', async ({ page, person, expectErrors }) => {
  expectErrors('failed save');
  await page.addInitScript(watchFrames);
  const expectShort = async (...names: string[]) => {
    const seen = await page.evaluate(() => window.seenAnimations);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(names));
    expect(Object.entries(seen).filter(([, milliseconds]) => milliseconds > 5000)).toEqual([]);
  };
  await open(page);
  for (const scene of await page.locator('.scene').all()) await scene.scrollIntoViewIfNeeded();
  await expect(page.locator('.scene:not(.scene-acting)')).toHaveCount(0);
  await submitButton(page).click();
  const fail = await holdSave(page);
  await signUp(page, person);
  await expect(submitButton(page)).toBeDisabled();
  fail();
  await expectFailed(page);
  await submitButton(page).click();
  await expectSaved(page);
  await expectShort('enter', 'gesture', 'work', 'open');
});

test('sections appear at 200, 400, and 600 ms after the navigation', async ({ page }) => {
  await page.addInitScript(watchFrames);
  const firstFrame = async () => {
    await open(page);
    return (await page.evaluate(() => window.seenFrames))[0]?.at;
  };
  // On a busy machine the first paint may be later than a section's time: then it is visible.
  await expect.poll(firstFrame, { timeout: 45_000 }).toBeLessThan(200);
  await expectAllShown(page);
  const frames = await page.evaluate(() => window.seenFrames);
  for (const [section, due] of [200, 400, 600].entries()) {
    const seen = frames.map(({ at, opacities }) => ({ at, opacity: opacities[section] ?? -1 }));
    const early = seen.filter(({ at }) => at <= due).map(({ opacity }) => opacity);
    const late = seen.filter(({ at }) => at > due).map(({ opacity }) => opacity);
    expect(new Set(early)).toEqual(new Set([0]));
    expect(Math.min(...late)).toBeGreaterThan(0);
    expect(late).toEqual(late.toSorted((a, b) => a - b));
  }
});

test('sections are visible at the first paint if their time has passed', async ({ page }) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.fulfill({ response });
  });
  await expectVisibleFromTheStart(page);
});

test('sections are visible at the first paint with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectVisibleFromTheStart(page);
});

test('without scripts, sections and a way out are visible', async ({ page, expectErrors }) => {
  expectErrors('lost script');
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expectAllShown(page);
  await expect(page.getByText('The form did not load completely.')).toBeVisible();
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, all is visible, and a submit is inert', async ({ page, person }) => {
    await page.goto('/');
    await expectAllShown(page);
    await expect(page.locator('noscript p')).toBeVisible();
    await fillIn(page, person);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });
});

async function expectVisibleFromTheStart(page: Page): Promise<void> {
  await page.addInitScript(watchFrames);
  await open(page);
  const frames = await page.evaluate(() => window.seenFrames);
  expect(frames.length).toBeGreaterThan(0);
  for (const { opacities } of frames) expect(opacities).toEqual([1, 1, 1]);
}

/** No section is transparent, nor anything around it. */
async function expectAllShown(page: Page): Promise<void> {
  const shown = () =>
    page
      .getByRole('heading', { level: 2 })
      .evaluateAll((headings) =>
        headings.map((heading) => heading.checkVisibility({ opacityProperty: true })),
      );
  await expect.poll(shown).toEqual([true, true, true, true]);
}

declare global {
  interface Window {
    /** For each animation seen so far, how long it runs with its delay and repetitions. */
    seenAnimations: Record<string, number>;
    /** Each section's opacity, frame by frame; times are from the navigation. */
    seenFrames: Array<{ at: number; opacities: number[] }>;
  }
}

/** Runs in the page, before it. */
function watchFrames(): void {
  window.seenAnimations = {};
  window.seenFrames = [];
  const note = () => {
    for (const animation of document.getAnimations()) {
      const name = (animation as CSSAnimation).animationName ?? animation.id;
      const milliseconds = Number(animation.effect?.getComputedTiming().endTime);
      window.seenAnimations[name] = Math.max(milliseconds, window.seenAnimations[name] ?? 0);
    }
    const sections = Array.from(document.querySelectorAll('[data-fade-in-at]'));
    // The last one that the parser adds.
    if (document.getElementById('benefits')) {
      const opacities = sections.map((section) => Number(getComputedStyle(section).opacity));
      window.seenFrames.push({ at: Number(document.timeline.currentTime), opacities });
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}
