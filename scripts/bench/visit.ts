import { type Browser, type CDPSession, devices, type Page } from '@playwright/test';

// Lighthouse's "slow 4G" (1.6 Mbit/s, 150 ms), applied instead of simulated, and its CPU.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (0.75 * 1024 * 1024 * 0.9) / 8,
};
const CPU_SLOWDOWN = 4;

const TAPS = 14;
/** In the form, on every variant, once it is there. */
const TAP_AT = { x: 200, y: 560 };

/** Milliseconds after the navigation; a figure is NaN where nothing happened. */
export type FirstVisit = {
  firstPaint: number;
  inputSeen: number;
  /** When the button was pressed and the form took it. */
  press: number;
  /** How long the slowest tap waited for its paint, with one every quarter of a second. */
  slowestTap: number;
};

/**
 * Two first visits on the applied slow phone: one tries the button until a press counts, the other
 * taps while the page loads.
 *
 * @param run its number, so that the taps of each run meet other moments
 */
export async function firstVisit(browser: Browser, url: string, run: number): Promise<FirstVisit> {
  const pressing = await visit(browser, url, 'slow phone', async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    const { press } = await page.evaluate(pressUntilItCounts, person());
    return { ...(await page.evaluate(() => window.seen)), press };
  });
  const tapping = await visit(browser, url, 'slow phone', async (page, devTools) => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout((run % 5) * 50);
    for (let tap = 0; tap < TAPS; tap += 1) {
      // Nobody waits for the answer before the next.
      void devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [TAP_AT] });
      void devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await page.waitForTimeout(250);
    }
    await page.waitForTimeout(1000);
    return page.evaluate(() => window.seen);
  });
  return { ...pressing, slowestTap: tapping.slowestTap };
}

/** Milliseconds from a press to its toast when all has come, and of a bare insert beside it. */
export function warmedPress(
  browser: Browser,
  url: string,
  device: 'slow phone' | 'this machine',
  insertFirst: boolean,
): Promise<{ toast: number; insert: number }> {
  return visit(browser, url, device, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    // Longer than the page puts off what can wait for an idle moment.
    await page.waitForTimeout(5000);
    const before = insertFirst && (await page.evaluate(insert, person()));
    const { press, toast } = await page.evaluate(pressUntilItCounts, person());
    return { toast: toast - press, insert: before || (await page.evaluate(insert, person())) };
  });
}

async function visit<T>(
  browser: Browser,
  url: string,
  device: 'slow phone' | 'this machine',
  go: (page: Page, devTools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: url });
  try {
    const page = await context.newPage();
    // tsx names inner functions by a helper that pages have not.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(noteWhatIsSeen);
    const devTools = await context.newCDPSession(page);
    if (device === 'slow phone') {
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    }
    return await go(page, devTools);
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

declare global {
  interface Window {
    seen: Omit<FirstVisit, 'press'>;
  }
}

/** Runs in the page, before it. */
function noteWhatIsSeen(): void {
  const seen = { firstPaint: Number.NaN, inputSeen: Number.NaN, slowestTap: 0 };
  window.seen = seen;

  const look = () => {
    const input = document.querySelector('input');
    let opacity = input ? 1 : 0;
    for (let node: Element | null = input; node; node = node.parentElement) {
      opacity *= Number(getComputedStyle(node).opacity);
    }
    if (opacity <= 0.9) {
      requestAnimationFrame(look);
      return;
    }
    const now = performance.now();
    whenPainted((firstPaint) => {
      seen.inputSeen = Math.max(firstPaint, now);
    });
  };
  requestAnimationFrame(look);

  whenPainted((firstPaint) => {
    seen.firstPaint = firstPaint;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        // Who taps on a blank page waits for the page.
        if (startTime > firstPaint) seen.slowestTap = Math.max(seen.slowestTap, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });

  function whenPainted(then: (time: number) => void): void {
    new PerformanceObserver((list, observer) => {
      for (const { name, startTime } of list.getEntries()) {
        if (name !== 'first-contentful-paint') continue;
        observer.disconnect();
        then(startTime);
      }
    }).observe({ type: 'paint', buffered: true });
  }
}

/** Runs in the page. A press counts when the script takes it over; else it is tried again. */
async function pressUntilItCounts(values: Person): Promise<{ press: number; toast: number }> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  let counts = false;
  addEventListener('submit', (event) => {
    counts = event.defaultPrevented;
  });
  const toast = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('No toast within a minute.')), 60_000);
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[data-sonner-toast]');
      if (shown?.dataset.type === 'success') resolve(performance.now());
      else if (shown) reject(new Error(`The sign-up failed: ${shown.textContent}`));
    }).observe(document, { childList: true, subtree: true });
  });

  const tries = performance.now() + 10_000;
  while (performance.now() < tries) {
    const form = document.querySelector('form');
    for (const [name, value] of Object.entries(values)) {
      const input = form?.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement)) continue;
      setValue?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const press = performance.now();
    form?.querySelector('button')?.click();
    if (counts) {
      // Taken with what a first render has just blanked, it is none yet.
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (!document.querySelector('[aria-invalid="true"]')) return { press, toast: await toast };
      counts = false;
    }
    // What the page keeps of a press that came too early would be a second sign-up here.
    delete window.submittedEarly;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { press: Number.NaN, toast: Number.NaN };
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
