import { type Browser, devices, type Page } from '@playwright/test';

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

/** Milliseconds after the navigation, but for the tap; a figure is NaN where nothing happened. */
export type FirstVisit = {
  firstPaint: number;
  inputSeen: number;
  /** When the button was pressed and something answered. */
  pressAnswered: number;
  /** When the app handles what is pressed. */
  tookOver: number;
  /** When who pressed at once has read that it is done. */
  told: number;
  /** How long the slowest tap waited for its paint, with one every quarter of a second. */
  slowestTap: number;
};

/**
 * Two first visits on the applied slow phone: one presses the button until a press is answered, the
 * other taps while the page loads.
 *
 * @param run its number, so that the taps of each run meet other moments
 */
export async function firstVisit(browser: Browser, url: string, run: number): Promise<FirstVisit> {
  const pressing = await visit(browser, url, async (page) => {
    const press = await page.evaluate(pressUntilAnswered, person());
    return { ...(await page.evaluate(() => window.seen)), ...press };
  });
  const tapping = await visit(browser, url, async (page) => {
    await page.waitForTimeout((run % 5) * 50);
    for (let tap = 0; tap < TAPS; tap += 1) {
      // Nobody waits for the answer before the next.
      void page.touchscreen.tap(TAP_AT.x, TAP_AT.y);
      await page.waitForTimeout(250);
    }
    await page.waitForTimeout(1000);
    return page.evaluate(() => window.seen);
  });
  return { ...pressing, slowestTap: tapping.slowestTap };
}

async function visit<T>(
  browser: Browser,
  url: string,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(devices['Pixel 7']);
  try {
    const page = await context.newPage();
    // tsx names inner functions by a helper that pages have not.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(noteWhatIsSeen);
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    return await look(page);
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
    seen: Pick<FirstVisit, 'firstPaint' | 'inputSeen' | 'tookOver' | 'slowestTap'>;
  }
}

/** Runs in the page, before it. */
function noteWhatIsSeen(): void {
  const seen = { firstPaint: NaN, inputSeen: NaN, tookOver: NaN, slowestTap: 0 };
  window.seen = seen;

  const lookForInput = () => {
    const input = document.querySelector('input');
    let opacity = input ? 1 : 0;
    for (let node: Element | null = input; node; node = node.parentElement) {
      opacity *= Number(getComputedStyle(node).opacity);
    }
    if (opacity <= 0.9) {
      requestAnimationFrame(lookForInput);
      return;
    }
    const now = performance.now();
    whenPainted((firstPaint) => {
      seen.inputSeen = Math.max(firstPaint, now);
    });
  };
  requestAnimationFrame(lookForInput);

  const lookForApp = () => {
    // See waitlist/pending-submit.ts.
    if (window.pendingSubmit === false) seen.tookOver = performance.now();
    else setTimeout(lookForApp, 10);
  };
  lookForApp();

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

/** Runs in the page. Nobody presses what cannot be seen yet. */
async function pressUntilAnswered(
  values: Person,
): Promise<Pick<FirstVisit, 'pressAnswered' | 'told'>> {
  let isAnswered = false;
  addEventListener('submit', (event) => {
    isAnswered = event.defaultPrevented;
  });
  const told = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('No toast within a minute.')), 60_000);
    new MutationObserver(() => {
      const shown = document.querySelector<HTMLElement>('[data-sonner-toast]');
      if (shown?.dataset.type === 'success') resolve(performance.now());
      else if (shown) reject(new Error(`The sign-up failed: ${shown.textContent}`));
    }).observe(document, { childList: true, subtree: true });
  });

  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const tries = performance.now() + 10_000;
  while (performance.now() < tries) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (Number.isNaN(window.seen.inputSeen)) continue;
    const form = document.querySelector('form');
    for (const [name, value] of Object.entries(values)) {
      const input = form?.elements.namedItem(name);
      if (!(input instanceof HTMLInputElement)) continue;
      setValue?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const press = performance.now();
    form?.querySelector('button')?.click();
    if (isAnswered) return { pressAnswered: press, told: await told };
  }
  return { pressAnswered: Number.NaN, told: Number.NaN };
}
