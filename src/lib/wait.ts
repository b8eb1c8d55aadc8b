/** Resolves after this many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves when the browser is idle, after `timeout` milliseconds at the latest; in Safari, always after 200. */
export function idle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, 200);
  });
}

/**
 * Resolves when the page has run for this long. A phone suspends a page while the visitor uses another app, and on
 * return fires a timer that is overdue. One timer of ten seconds would count all of that time. In a chain of timers of
 * one second, only the current one can be overdue.
 */
export async function runFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await pause(1000);
}

/** Resolves in the next frame in which no submit waits (before-react.ts), with its time. Decorations are drawn in it. */
export async function frameWithoutSubmit(): Promise<number> {
  while (document.documentElement.dataset.submittedAt) await pause(100);
  return new Promise(requestAnimationFrame);
}
