import { expect, type JSHandle, type Locator, type Page, type Route } from '@playwright/test';
import pg from 'pg';
import { z } from 'zod';
import { BLANK, FIELDS, type FieldKey, type SignUpInput, toRow } from '../src/waitlist/fields.ts';
import { TOAST, WITHOUT_APP } from '../src/waitlist/words.ts';
import { services } from './services.ts';

// The landing page as a visitor uses it, and the rows that its sign-ups leave in the database.

/** The app's own script. The library script before it and the lazy scripts have other names. */
export const APP_SCRIPT = '**/assets/main-*.js';

/** The requests that save a sign-up. */
export const SAVES = '**/rest/v1/waitlist*';

/** The widest name that a ticket is tested with. */
export const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';

export async function open(page: Page, address = '/', referer = ''): Promise<void> {
  await page.goto(address, { referer });
  await ready(page);
}

/** Waits until React handles the form. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('#waitlist')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
}

/** Delays the response to the next save. @returns a function that lets the save fail */
export const holdRefusal = (page: Page) => hold(page, SAVES, { status: 403 });

/** Delays requests, or one that then gets the response. @returns a function that lets them go on */
export async function hold(page: Page, address: string, response?: { status: number }): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const goOn = (route: Route) => (response ? route.fulfill(response) : route.continue());
  await page.route(address, (route) => released.then(() => goOn(route)), response && { times: 1 });
  return release;
}

export function field(page: Page, key: FieldKey): Locator {
  return page.getByRole('textbox', { name: FIELDS[key].control.label, exact: true });
}

export async function fillIn(page: Page, person: Partial<SignUpInput>): Promise<void> {
  for (const [key, value] of Object.entries(person)) await field(page, key as FieldKey).fill(value);
}

export function submitButton(page: Page): Locator {
  return page.locator('#waitlist button[type=submit]');
}

export async function signUp(page: Page, person: Partial<SignUpInput>): Promise<void> {
  await fillIn(page, person);
  await submitButton(page).click();
}

/** The toasts that are shown, without those that are being removed. */
export function toasts(page: Page): Locator {
  return page
    .getByRole('region', { name: /notifications/i })
    .getByRole('listitem')
    .and(page.locator('[data-removed=false][data-visible=true]'));
}

export async function expectFailed(page: Page): Promise<void> {
  await expect(toasts(page).filter({ hasText: TOAST.error.join('') })).toBeVisible();
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toasts(page).filter({ hasText: TOAST.success.join('') })).toBeVisible();
}

/** The visitor sees the success, the form is empty, and the database has one row. */
export async function expectSavedOnce(page: Page, person: SignUpInput): Promise<void> {
  await expectSaved(page);
  await expectValues(page, BLANK);
  const { timestamp: _, ...texts } = toRow(person, new Date());
  expect(await rowsOf(person)).toMatchObject([texts]);
}

export async function expectValues(page: Page, person: SignUpInput): Promise<void> {
  for (const [key, value] of Object.entries(person)) await expect(field(page, key as FieldKey)).toHaveValue(value);
}

/** Brings the not-found page and the landing page into every state, and looks at each. */
export async function forEveryState(page: Page, person: SignUpInput, look: (state: string) => Promise<void>) {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('not found');
  await page.route(APP_SCRIPT, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText(WITHOUT_APP.late)).toBeVisible();
  await look('late');
  await page.unroute(APP_SCRIPT);
  await open(page);
  await look('idle');
  await submitButton(page).click();
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await look('errors');
  const fail = await holdRefusal(page);
  await signUp(page, person);
  await expect(submitButton(page)).toBeDisabled();
  await look('busy');
  fail();
  await expectFailed(page);
  await look('failure');
  await submitButton(page).click();
  await expectSaved(page);
  await look('success');
}

/** Styles that win over those of the page. */
export async function addStyles(page: Page, styles: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, styles);
}

/** The texts on the page, each as a range, without those that are hidden or for screen readers only. */
export async function shownTexts(page: Page): Promise<JSHandle<Range[]>> {
  return page.evaluateHandle(() => {
    const landing = document.querySelector('.landing');
    const walker = document.createTreeWalker(landing ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Range[] = [];
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!nodeValue?.trim() || !parentElement?.checkVisibility()) continue;
      if (parentElement.closest('noscript, .visually-hidden')) continue;
      const text = document.createRange();
      text.selectNodeContents(walker.currentNode);
      texts.push(text);
    }
    if (texts.length < (landing ? 30 : 2)) throw new Error(`Only ${texts.length} texts`);
    return texts;
  });
}

/** The rows with the phone number of a person, each value as Postgres writes it. */
export async function rowsOf(person: SignUpInput): Promise<Record<string, string | null>[]> {
  const phone = pg.escapeLiteral(person.phoneNumber);
  const sql = `select * from public.waitlist where phone_number = ${phone} order by id`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${services.page}/sql`, { method: 'POST', headers, body: JSON.stringify({ sql }) });
  const [rows] = z.tuple([z.array(z.record(z.string(), z.nullable(z.string())))]).parse(await response.json());
  return rows;
}
