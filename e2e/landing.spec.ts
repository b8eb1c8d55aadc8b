import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectSaved, field, open, signUp, submitButton } from './waitlist-page.ts';

test('the last "Join the Waitlist" leads to the top, for Tab, too', async ({ page, browserName, expectEvents }) => {
  await open(page);
  const link = page.getByRole('link', { name: 'Join the Waitlist' });
  await link.evaluate((link) => {
    link.scrollIntoView({ behavior: 'instant' });
    link.focus({ preventScroll: true });
  });
  await page.keyboard.press('Enter');
  const positions = await page.evaluate(async () => {
    const positions = new Set([scrollY]);
    while (scrollY > 0) {
      await new Promise(requestAnimationFrame);
      positions.add(scrollY);
    }
    return positions.size;
  });
  // More than the first and the last.
  expect(positions).toBeGreaterThan(2);
  await expect(page).toHaveURL('/#top');
  await page.keyboard.press('Tab');
  // In WebKit, a setting of the system decides what Tab reaches.
  if (browserName !== 'webkit') await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
  await expectEvents('$pageview', 'waitlist_link_clicked');
});

for (const edge of ['upper', 'lower']) {
  test(`a press at the ${edge} edge of the button counts, although the button becomes flatter`, async ({ page }) => {
    await open(page);
    await submitButton(page).scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await submitButton(page).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, edge === 'upper' ? y + 1 : y + height - 1);
    await page.mouse.down();
    await expect(submitButton(page)).toHaveCSS('scale', '1.02 0.92');
    await page.mouse.up();
    await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  });
}

// What is animated, and when after the navigation.
const ALL_LATER = 'transform 200, opacity 200, transform 400, opacity 400, transform 600, opacity 600';
const SOME_AT_ONCE = 'transform 500, transform 500, transform 600, opacity 600';
for (const [title, now, reducedMotion, animations] of [
  ['fade in and move, each at its time after the navigation', 100, 'no-preference', ALL_LATER],
  ['only move if their time has passed', 500, 'no-preference', SOME_AT_ONCE],
  ['are there at once with reduced motion', 0, 'reduce', ''],
] as const) {
  test(`sections ${title}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript((now) => {
      // The real time at which the page is parsed is unpredictable.
      performance.now = () => now;
      const started: string[] = [];
      Object.assign(window, { started });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (keyframes: PropertyIndexedKeyframes, options: KeyframeAnimationOptions) {
        const animation = animate.call(this, keyframes, options);
        // Ready as soon as the page sets `startTime`. Otherwise, the browser sets it to the real time of a frame.
        void animation.ready.then(({ startTime }) => {
          started.push(`${Object.keys(keyframes)} ${Number(startTime) + Number(options.delay)}`);
        });
        return animation;
      };
    }, now);
    await open(page);
    expect((await page.evaluate<string[]>('started')).join(', ')).toBe(animations);
  });
}

test('no animation runs longer than five seconds', async ({ page, person }) => {
  let count = 0;
  for (const step of [() => open(page), () => signUp(page, person), () => expectSaved(page)]) {
    await step();
    const ends = await page.evaluate(() => {
      // The others are driven by the scroll position.
      const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      return timed.map(({ effect }) => Number(effect?.getComputedTiming().endTime));
    });
    expect(ends.filter((end) => end > 5000)).toEqual([]);
    count += ends.length;
  }
  expect(count).toBeGreaterThan(0);
  await expect(page.locator('.ticket-gel > g')).toHaveCSS('animation-name', 'grow');
});

// The first window is lower than a scene, and the second one has several.
for (const [width, height] of [
  [690, 320],
  [390, 2400],
] as const) {
  test(`scenes are finished below and inside ${width} × ${height} px, and without motion`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    const scenes = page.locator('.scene');
    const unfinished = (scene: Locator) =>
      scene.locator('[class^=scene-]').evaluateAll((parts) => {
        return parts.filter((part) => !/none|\(1, 0, 0, 1, 0, 0\)/.test(getComputedStyle(part).transform)).length;
      });
    /** Scrolls the middle of a scene to a share of the window's height. */
    const place = (scene: Locator, share: number) =>
      scene.evaluate((scene, share) => {
        const { top, height } = scene.getBoundingClientRect();
        scrollBy({ behavior: 'instant', top: top + height / 2 - share * innerHeight });
      }, share);
    // A screenshot of the whole page has them, although nobody has scrolled to them.
    if (height === 320) expect(await unfinished(scenes)).toBe(0);
    for (const scene of await scenes.all()) {
      await place(scene, 0.5);
      await expect.poll(() => unfinished(scene)).toBe(0);
    }

    await place(scenes.last(), 1);
    const canMove = await page.evaluate(() => CSS.supports('animation-timeline: view()'));
    await expect.poll(async () => (await unfinished(scenes.last())) > 0).toBe(canMove);
    for (const media of [{ forcedColors: 'active' }, { forcedColors: 'none', reducedMotion: 'reduce' }] as const) {
      await page.emulateMedia(media);
      await expect.poll(() => unfinished(scenes)).toBe(0);
    }
  });
}
