import { expect, test } from './fixtures.ts';
import { expectSaved, field, open, signUp } from './waitlist-page.ts';

test('the last "Join the Waitlist" scrolls to the top, then focuses the form', async ({ page }) => {
  await open(page);
  const isThereAtOnce = await page.getByRole('link', { name: 'Join the Waitlist' }).evaluate((link: HTMLElement) => {
    link.scrollIntoView({ behavior: 'instant' });
    link.click();
    return scrollY === 0;
  });
  expect(isThereAtOnce).toBe(false);
  await expect(field(page, 'name')).toBeFocused();
  // A focus during the scroll would end it in some engines.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL('/');
});

for (const [title, now, reducedMotion, starts] of [
  ['appear at 200, 400, and 600 ms after the navigation', 0, 'no-preference', [200, 200, 400, 400, 600, 600]],
  ['whose time has passed are there at once', 600, 'no-preference', []],
  ['are there at once with reduced motion', 0, 'reduce', []],
] as const) {
  test(`sections ${title}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript((now) => {
      // On a busy machine, the real time at which the page is parsed is any.
      performance.now = () => now;
      const starts: number[] = [];
      Object.assign(window, { starts });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...parameters) {
        const animation = animate.apply(this, parameters);
        const delay = Number(animation.effect?.getTiming().delay);
        // The page sets the time from which the delay counts.
        queueMicrotask(() => starts.push(Number(animation.startTime) + delay));
        return animation;
      };
    }, now);
    await open(page);
    // Of each section, its opacity and its place.
    expect(await page.evaluate('starts')).toEqual(starts);
  });
}

test('no animation runs longer than five seconds', async ({ page, person }) => {
  const showScenes = async () => {
    for (const scene of await page.locator('.scene').all()) await scene.scrollIntoViewIfNeeded();
  };
  let count = 0;
  for (const step of [() => open(page), showScenes, () => signUp(page, person), () => expectSaved(page)]) {
    await step();
    const animations = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(animations.filter((end) => end > 5000)).toEqual([]);
    count += animations.length;
  }
  expect(count).toBeGreaterThan(5);
});
