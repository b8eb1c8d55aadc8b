import { expect, type Locator, type Page } from '@playwright/test';
import { FIELDS, type FieldKey, type SignUpInput } from '../src/waitlist/waitlist-fields';

/** What a visitor types. */
export type Person = SignUpInput;

/** The scripts that come after the first download; `vite.config.ts` names them so. */
export const LAZY_SCRIPTS = /\/assets\/later-/;

/** Opens the landing page and waits until the script has taken it over. */
export async function open(
  page: Page,
  address = '/',
  options?: { referer?: string },
): Promise<void> {
  await page.goto(address, options);
  await tookOver(page);
}

/** Keeps a script, and all that run after it, on the way. @returns what lets it arrive */
export async function holdScript(page: Page, script = 'saving'): Promise<() => void> {
  let deliver = () => {};
  const arrival = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await arrival;
    await route.continue();
  });
  return deliver;
}

/** Opens the page with its script on the way. @returns what lets the script arrive */
export async function openWithoutScript(page: Page, script?: string): Promise<() => void> {
  const deliver = await holdScript(page, script);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  return deliver;
}

/** Waits until React handles the form. */
export async function tookOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

export function field(page: Page, key: FieldKey): Locator {
  return page.getByRole('textbox', { name: FIELDS[key].control.label, exact: true });
}

export async function fillIn(page: Page, person: Partial<Person>): Promise<void> {
  for (const [key, value] of Object.entries(person)) {
    await field(page, key as FieldKey).fill(value);
  }
}

export async function expectValues(page: Page, person: Person): Promise<void> {
  for (const [key, value] of Object.entries(person)) {
    await expect(field(page, key as FieldKey)).toHaveValue(value);
  }
}

export { BLANK as blank } from '../src/waitlist/waitlist-fields';

export function submitButton(page: Page): Locator {
  return page.locator('form button[type=submit]');
}

/** The messages that come up and go by themselves, without those that are on their way out. */
export function toasts(page: Page): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .and(page.locator('[data-removed=false]'));
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toasts(page).filter({ hasText: "You're on the list! 🎉" })).toBeVisible();
}

export async function expectFailed(page: Page): Promise<void> {
  const toast = toasts(page).filter({ hasText: 'Something went wrong' });
  await expect(toast).toBeVisible({ timeout: 15_000 });
}
