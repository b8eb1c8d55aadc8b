import { expect, test } from './fixtures.ts';
import { field, forEveryState, open } from './waitlist-page.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the last "Join the Waitlist" scrolls to the top, then focuses the form, with ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page);
    const link = page.getByRole('link', { name: 'Join the Waitlist' });
    const isThereAtOnce = await link.evaluate((element: HTMLElement) => {
      element.scrollIntoView({ behavior: 'instant' });
      element.click();
      return scrollY === 0;
    });
    expect(isThereAtOnce).toBe(reducedMotion === 'reduce');
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
  expectErrors('failed save', 'page not found', 'lost script');
  /** How long each animation runs, with its delay and repetitions. */
  const durations: Record<string, number> = {};
  // In each state: an animation that is too long still runs then.
  const note = async () => {
    const running = await page.evaluate(() =>
      document.getAnimations().map((animation): [string, number] => {
        const name = (animation as CSSAnimation).animationName ?? animation.id;
        return [name, Number(animation.effect?.getComputedTiming().endTime)];
      }),
    );
    for (const [name, duration] of running) durations[name] = Math.max(duration, durations[name] ?? 0);
  };
  await forEveryState(page, person, note);
  for (const scene of await page.locator('.scene').all()) await scene.scrollIntoViewIfNeeded();
  await note();
  expect(Object.keys(durations)).toEqual(expect.arrayContaining(['enter', 'gesture', 'work']));
  expect(Object.entries(durations).filter(([, duration]) => duration > 5000)).toEqual([]);
});

test('sections appear at 200, 400, and 600 ms after the navigation', async ({ page }) => {
  await page.addInitScript(watchSections);
  const firstFrame = async () => {
    await open(page);
    return (await page.evaluate(() => window.seenFrames))[0]?.at;
  };
  // On a busy machine the first paint may be later than a section's time: then it is visible.
  await expect.poll(firstFrame, { timeout: 45_000 }).toBeLessThan(200);
  await expect.poll(() => page.evaluate(() => window.seenFrames.at(-1)?.opacities)).toEqual([1, 1, 1]);
  const frames = await page.evaluate(() => window.seenFrames);
  for (const [section, due] of [200, 400, 600].entries()) {
    const opacities = frames.map((frame) => frame.opacities[section] ?? -1);
    expect(opacities.map((opacity) => opacity > 0)).toEqual(frames.map(({ at }) => at > due));
    expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
  }
});

for (const reason of ['if their time has passed', 'with reduced motion']) {
  test(`sections are visible at the first paint ${reason}`, async ({ page }) => {
    if (reason === 'with reduced motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    else await page.route('/', (route) => setTimeout(() => route.continue(), 700));
    await page.addInitScript(watchSections);
    await open(page);
    const frames = await page.evaluate(() => window.seenFrames);
    expect(frames.length).toBeGreaterThan(0);
    for (const { opacities } of frames) expect(opacities).toEqual([1, 1, 1]);
  });
}

declare global {
  interface Window {
    /** Each section's opacity, frame by frame; times are from the navigation. */
    seenFrames: Array<{ at: number; opacities: number[] }>;
  }
}

/** Runs in the page, before it. */
function watchSections(): void {
  window.seenFrames = [];
  requestAnimationFrame(function note(): void {
    const sections = Array.from(document.querySelectorAll('[data-fade-in-at]'));
    const opacities = sections.map((section) => Number(getComputedStyle(section).opacity));
    const at = Number(document.timeline.currentTime);
    // The parser may have added only some of the sections.
    if (sections.length === 3) window.seenFrames.push({ at, opacities });
    requestAnimationFrame(note);
  });
}
