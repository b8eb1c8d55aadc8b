import { type Browser, devices, type Page } from '@playwright/test';

/** Milliseconds. `ready` counts from the navigation, the others from their own start. */
export type Journey = { ready: number; toast: number; insert: number };

export type Conditions = 'slow' | 'unthrottled';

// Lighthouse's "slow 4G", applied instead of simulated, and its CPU.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (0.75 * 1024 * 1024 * 0.9) / 8,
};
const CPU_SLOWDOWN = 4;

/** A first visit that presses the button as soon as that does anything; then the bare insert. */
export function impatientVisit(browser: Browser, url: string): Promise<Journey> {
  return visit(browser, url, 'slow', async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    const pressed = await page.evaluate(pressAndWaitForToast, person());
    await page.waitForLoadState('networkidle');
    return { ...pressed, insert: await page.evaluate(insert, person()) };
  });
}

/** A visit that presses when all has come; the bare insert before or after it. */
export function warmedVisit(
  browser: Browser,
  url: string,
  conditions: Conditions,
  insertFirst: boolean,
): Promise<Journey> {
  return visit(browser, url, conditions, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    // Longer than the page puts off what can wait for an idle moment.
    await page.waitForTimeout(5000);
    const before = insertFirst && (await page.evaluate(insert, person()));
    const pressed = await page.evaluate(pressAndWaitForToast, person());
    return { ...pressed, insert: before || (await page.evaluate(insert, person())) };
  });
}

async function visit<T>(
  browser: Browser,
  url: string,
  conditions: Conditions,
  go: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: url });
  try {
    const page = await context.newPage();
    if (conditions === 'slow') {
      const devTools = await context.newCDPSession(page);
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    }
    return await go(page);
  } finally {
    await context.close();
  }
}

type Person = { name: string; phoneNumber: string };
let people = 0;

/** Somebody new each time, because an identical sign-up stores nothing. */
function person(): Person {
  people += 1;
  return { name: `Visitor ${people}`, phoneNumber: String(100_000 + people) };
}

/** Runs in the page. A press counts when the script has taken it over, else it is tried again. */
async function pressAndWaitForToast(values: Person): Promise<{ ready: number; toast: number }> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  let takenOver = false;
  addEventListener('submit', (event) => {
    takenOver = event.defaultPrevented;
  });

  let pressedAt = 0;
  while (!takenOver) {
    const form = document.querySelector('form');
    for (const [name, value] of Object.entries(values)) {
      const input = form?.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement)) continue;
      input.focus();
      setValue?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    pressedAt = performance.now();
    form?.querySelector('button')?.click();
    // What the page keeps of a press that came too early would be a second sign-up here.
    delete window.submittedEarly;
    if (!takenOver) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  const toast = await new Promise<HTMLElement>((resolve) => {
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[data-sonner-toast]');
      if (shown) resolve(shown);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const shownAt = performance.now();
  if (toast.dataset.type !== 'success') throw new Error(`The sign-up failed: ${toast.textContent}`);
  return { ready: pressedAt, toast: shownAt - pressedAt };
}

/** Runs in the page: what a press costs at the least. */
async function insert({ name, phoneNumber }: Person): Promise<number> {
  const start = performance.now();
  const response = await fetch('/rest/v1/waitlist', {
    method: 'POST',
    keepalive: true,
    headers: { apikey: 'embedded', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      phone_number: phoneNumber,
      instagram: null,
      email: null,
      timestamp: new Date().toISOString(),
    }),
  });
  await response.text();
  if (response.status !== 201) throw new Error(`The bare insert answered ${response.status}.`);
  return performance.now() - start;
}
