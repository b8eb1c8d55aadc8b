import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectSaved, open, signUp } from './waitlist-page.ts';

test('the last "Join the Waitlist" scrolls smoothly to the top', async ({ page, expectEvents }) => {
  await open(page);
  const link = page.getByRole('link', { name: 'Join the Waitlist' });
  const positions = await link.evaluate(async (link: HTMLElement) => {
    link.scrollIntoView({ behavior: 'instant' });
    link.click();
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
  // The link is no page view.
  await expectEvents('$pageview');
});

const AT_200_400_600 = 'transform 100, opacity 100, transform 300, opacity 300, transform 500, opacity 500';
for (const [title, now, reducedMotion, animations] of [
  ['fade in and move at 200, 400, and 600 ms after the navigation', 100, 'no-preference', AT_200_400_600],
  ['only move if their time has passed', 500, 'no-preference', 'transform 0, transform 0, transform 100, opacity 100'],
  ['are there at once with reduced motion', 0, 'reduce', ''],
] as const) {
  test(`sections ${title}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript((now) => {
      // On a busy machine, the real time at which the page is parsed is any.
      performance.now = () => now;
      const started: string[] = [];
      Object.assign(window, { started });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (keyframes: PropertyIndexedKeyframes, options) {
        const animation = animate.call(this, keyframes, options);
        started.push(`${Object.keys(keyframes)} ${animation.effect?.getTiming().delay}`);
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
});

test('each scene is finished when it is in the window, and at once with reduced motion', async ({ page }) => {
  await open(page);
  const scenes = page.locator('.scene');
  const unfinished = (scene: Locator) =>
    scene.locator('[class^=scene-]').evaluateAll((parts) => {
      return parts.filter((part) => getComputedStyle(part).transform !== 'none').length;
    });
  const canMove = await page.evaluate(() => CSS.supports('animation-timeline: view()'));
  expect((await unfinished(scenes)) > 0).toBe(canMove);

  for (const scene of await scenes.all()) {
    await scene.evaluate((scene) => scene.scrollIntoView({ behavior: 'instant', block: 'center' }));
    await expect.poll(() => unfinished(scene)).toBe(0);
  }

  await page.evaluate(() => scrollTo({ behavior: 'instant', top: 0 }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => unfinished(scenes)).toBe(0);
});
