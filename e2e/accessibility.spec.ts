import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { FIELD_KEYS, FIELDS } from '../src/waitlist/waitlist-fields.ts';
import { rowsOf } from './database.ts';
import { expect, test } from './fixtures.ts';
import {
  expectFailed,
  expectSaved,
  field,
  fillIn,
  open,
  type Person,
  submitButton,
  toasts,
} from './waitlist-page.ts';

test.use({ expectedErrors: /SaveError|status of 4\d\d|Page not found/ });

/** Walks through every state of every page. */
async function forEveryState(
  page: Page,
  person: Person,
  look: (state: string) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('not found');

  await open(page);
  await look('idle');

  await submitButton(page).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await look('errors');

  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/waitlist*', async (route) => {
    await answered;
    await route.fulfill({ status: 403 });
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await look('busy');

  answer();
  await expectFailed(page);
  await look('failure');

  await page.unroute('**/rest/v1/waitlist*');
  await submitButton(page).click();
  await expectSaved(page);
  await look('success');
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 768, 1280]) {
    test(`axe finds nothing in any state, ${colorScheme}, ${width} px`, async ({
      page,
      person,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await forEveryState(page, person, async (state) => {
        await settled(page);
        const { violations } = await new AxeBuilder({ page })
          .options({ rules: { 'target-size': { enabled: true } } })
          .analyze();
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        expect.soft(found, state).toEqual([]);
      });
    });
  }

  test(`running text has the enhanced contrast, ${colorScheme}`, async ({ page, person }) => {
    await page.emulateMedia({ colorScheme });
    await forEveryState(page, person, async (state) => {
      await settled(page);
      const { violations } = await new AxeBuilder({ page })
        .include('p')
        .withRules('color-contrast-enhanced')
        .analyze();
      const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      expect.soft(found, state).toEqual([]);
    });
  });
}

test('nothing scrolls sideways at 320 px, nor at 400 % zoom of a laptop', async ({
  page,
  person,
}) => {
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await forEveryState(page, person, async (state) => {
    expect.soft(await sidewaysOverflow(page), state).toBeLessThanOrEqual(0);
  });
});

test('text of double size fits a phone', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  await forEveryState(page, person, async (state) => {
    expect.soft(await sidewaysOverflow(page), state).toBeLessThanOrEqual(0);
  });
});

test('everything to touch is 44 px or more', async ({ page, person }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await forEveryState(page, person, async (state) => {
    const targets = page
      .getByRole('link')
      .or(page.getByRole('textbox'))
      .or(page.getByRole('button'));
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      // A skip link that waits outside the page for its focus is for keyboards.
      if (!box || box.y + box.height <= 0) continue;
      const name = `${state}: ${await target.evaluate((element) => element.outerHTML.slice(0, 60))}`;
      expect.soft(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(44);
    }
  });
});

test('busy, done and failed are announced', async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const status = page.locator('form').getByRole('status');
  await expect(status).toBeEmpty();
  await page.route('**/rest/v1/waitlist*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.fulfill({ status: 403 });
  });
  await fillIn(page, person);
  await submitButton(page).click();
  await expect(status).toHaveText('Adding you...');
  await expectFailed(page);
  await expect(status).toBeEmpty();
  // The toasts' region was there before them and is a live one.
  await expect(page.getByRole('region', { name: /notifications/i })).toHaveAttribute(
    'aria-live',
    'polite',
  );
  await expect(submitButton(page)).toBeFocused();

  await page.unroute('**/rest/v1/waitlist*');
  await submitButton(page).click();
  await expectSaved(page);
  await expect(toasts(page).first()).toBeVisible();
  expect(await rowsOf(person)).toHaveLength(1);
});

test('the same message is announced every time, and shown once', async ({ page, person }) => {
  await open(page);
  await fillIn(page, person);
  const region = page.getByRole('region', { name: /notifications/i });
  await expect(region).toBeAttached();
  const announced = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const { textContent } of addedNodes) if (textContent) texts.push(textContent);
      }
    }).observe(element, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  const times = (words: string) =>
    announced.evaluate((texts, part) => texts.filter((text) => text.includes(part)).length, words);

  await page.route('**/rest/v1/waitlist*', (route) => route.fulfill({ status: 403 }));
  for (const time of [1, 2]) {
    await submitButton(page).click();
    await expect.poll(() => times('Something went wrong')).toBe(time);
    await expect(toasts(page)).toHaveCount(1);
  }

  await page.unroute('**/rest/v1/waitlist*');
  for (const time of [1, 2]) {
    await fillIn(page, person);
    await submitButton(page).click();
    await expect.poll(() => times("You're on the list!")).toBe(time);
    await expect(toasts(page)).toHaveCount(1);
  }
});

test('landmarks, headings, language and required fields are said as they are', async ({ page }) => {
  await open(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const key of FIELD_KEYS) {
    const { label, required, asterisk } = {
      required: false,
      asterisk: false,
      ...FIELDS[key].control,
    };
    await expect(field(page, key)).toHaveAttribute('aria-required', String(required));
    const mark = page.locator('label', { hasText: label }).getByText('*');
    await expect(mark).toHaveCount(asterisk ? 1 : 0);
  }
  await expect(field(page, 'instagram')).toHaveAccessibleDescription(/blank/);
});

test('forced colours leave fields, button and words to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await open(page);
  for (const part of [
    field(page, 'name'),
    submitButton(page),
    page.getByRole('heading', { level: 1 }),
    page.getByRole('link', { name: 'Join the Waitlist' }),
  ]) {
    const picture = (await part.screenshot()).toString('base64');
    const colours = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas?.drawImage(bitmap, 0, 0);
      const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      return new Set(new Uint32Array(Uint8ClampedArray.from(pixels).buffer)).size;
    }, picture);
    expect(colours, String(part)).toBeGreaterThan(1);
  }
});

/** Waits until nothing fades any more: half-shown text has half its contrast. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' ||
          effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
}

function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
