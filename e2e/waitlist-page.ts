import { expect, type Locator, type Page, type Route } from '@playwright/test';
import pg from 'pg';
import { z } from 'zod';
import { BLANK, type FieldKey, type FormValues, signUpSchema, toRow } from '../src/waitlist/fields.ts';
import { FORM_UNAVAILABLE, TOAST } from '../src/waitlist/words.ts';
import { addresses } from './addresses.ts';

// The landing page as a visitor uses it, and the rows that its sign-ups leave in the database.

/** The script that starts the app. */
export const APP_SCRIPT = '**/assets/main-*.js';

/** The requests that save a sign-up. */
export const SAVES = '**/rest/v1/waitlist*';

export async function open(page: Page, address = '/', referer = ''): Promise<void> {
  await page.goto(address, { referer });
  await ready(page);
}

/** Waits until React handles the form. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('#waitlist')).toBeVisible();
  await expect(page.getByText(FORM_UNAVAILABLE.notLoaded)).toHaveCount(0);
}

/** Holds matching requests. With a response, holds only the next one, and then responds. @returns the release */
export async function hold(page: Page, address: string, response?: { status: number }): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const goOn = (route: Route) => (response ? route.fulfill(response) : route.continue());
  await page.route(address, (route) => released.then(() => goOn(route)), response && { times: 1 });
  return release;
}

export const field = (page: Page, key: FieldKey): Locator => page.locator(`#waitlist [name=${key}]`);

export const submitButton = (page: Page): Locator => page.getByRole('button');

export async function signUp(page: Page, person: Partial<FormValues>): Promise<void> {
  for (const [key, value] of Object.entries(person)) await field(page, key as FieldKey).fill(value);
  await submitButton(page).click();
}

/** Waits for a toast that is shown, and not about to be removed. */
async function expectToast(page: Page, { title, description }: { title: string; description: string }): Promise<void> {
  const toast = page.locator('[data-sonner-toast][data-removed=false][data-visible=true]');
  await expect(toast.filter({ hasText: title + description })).toBeVisible();
}

export const expectFailed = (page: Page) => expectToast(page, TOAST.error);
export const expectSaved = (page: Page) => expectToast(page, TOAST.success);

/** The visitor sees the success, the form is empty, and the database has one row. */
export async function expectSavedOnce(page: Page, person: FormValues): Promise<void> {
  await expectSaved(page);
  await expectValues(page, BLANK);
  const { timestamp: _, ...columns } = toRow(signUpSchema.parse(person), new Date());
  expect(await rowsOf(person)).toMatchObject([columns]);
}

/** The form has these values, and would send them. */
export async function expectValues(page: Page, person: FormValues): Promise<void> {
  const values = () => page.locator('#waitlist').evaluate((form: HTMLFormElement) => [...new FormData(form)]);
  await expect.poll(async () => ({ ...BLANK, ...Object.fromEntries(await values()) })).toEqual(person);
}

/** The rows with the phone number of a person. */
export async function rowsOf(person: FormValues): Promise<Record<string, unknown>[]> {
  const phone = pg.escapeLiteral(person.phoneNumber);
  const sql = `select to_json(waitlist) as row from public.waitlist where phone_number = ${phone} order by id`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${addresses.page}/sql`, { method: 'POST', headers, body: JSON.stringify({ sql }) });
  const [rows] = z.tuple([z.array(z.object({ row: z.string() }))]).parse(await response.json());
  return rows.map(({ row }) => JSON.parse(row));
}
