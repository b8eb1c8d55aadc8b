import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { BLANK, FIELDS, type FieldKey, type SignUpInput, toRow } from '../src/waitlist/fields.ts';
import { TOAST } from '../src/waitlist/words.ts';
import { rowsOf } from './database.ts';

/** The scripts that load after the first download; `vite.config.ts` names them so. */
export const LAZY_SCRIPTS = /\/assets\/later-/;

/** The requests that save a sign-up. */
export const SAVES = '**/rest/v1/waitlist*';

/** Opens the landing page and waits until it is hydrated. */
export async function open(
  page: Page,
  address = '/',
  options?: { referer?: string },
): Promise<void> {
  await page.goto(address, options);
  await tookOver(page);
}

/** Delays the app's script. @returns a function that delivers it */
export async function holdScript(page: Page): Promise<() => void> {
  let deliver = () => {};
  const arrival = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/assets/main-*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  return deliver;
}

/** Opens the page with its script delayed. @returns a function that delivers it */
export async function openWithoutScript(page: Page): Promise<() => void> {
  const deliver = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Get Early Access' })).toBeVisible();
  return deliver;
}

/** Waits until React handles the form: until hydration has ended. */
export async function tookOver(page: Page): Promise<void> {
  await expect(page.locator('form')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
}

export function field(page: Page, key: FieldKey): Locator {
  return page.getByRole('textbox', { name: FIELDS[key].control.label, exact: true });
}

export async function fillIn(page: Page, person: Partial<SignUpInput>): Promise<void> {
  for (const [key, value] of Object.entries(person)) {
    await field(page, key as FieldKey).fill(value);
  }
}

export async function expectValues(page: Page, person: SignUpInput): Promise<void> {
  for (const [key, value] of Object.entries(person)) {
    await expect(field(page, key as FieldKey)).toHaveValue(value);
  }
}

export function submitButton(page: Page): Locator {
  return page.locator('form button[type=submit]');
}

export async function signUp(page: Page, person: Partial<SignUpInput>): Promise<void> {
  await fillIn(page, person);
  await submitButton(page).click();
}

/** Holds the next save back from the server. @returns a function that lets it fail */
export async function holdSave(page: Page): Promise<() => void> {
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const refuse = (route: Route) => failed.then(() => route.fulfill({ status: 403 }));
  await page.route(SAVES, refuse, { times: 1 });
  return fail;
}

/** The toasts that are shown, without those that are being removed. */
export function toasts(page: Page): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .and(page.locator('[data-removed=false][data-visible=true]'));
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toasts(page).filter({ hasText: TOAST.success[0] })).toBeVisible();
}

/** The visitor sees the success, the form is empty, and the database has one row. */
export async function expectSavedOnce(page: Page, person: SignUpInput): Promise<void> {
  await expectSaved(page);
  await expectValues(page, BLANK);
  const { timestamp: _, ...texts } = toRow(person, new Date());
  expect(await rowsOf(person)).toMatchObject([texts]);
}

export async function expectFailed(page: Page): Promise<void> {
  const toast = toasts(page).filter({ hasText: TOAST.error[0] });
  await expect(toast).toBeVisible({ timeout: 15_000 });
}
