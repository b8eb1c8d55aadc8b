/**
 * Resolves when the page has run for this long. A phone suspends a page while the visitor uses another app, and on
 * return fires a timer that is overdue. One timer of ten seconds would count all of that time. In a chain of timers of
 * one second, only the current one can be overdue.
 */
export async function runFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await new Promise((resolve) => setTimeout(resolve, 1000));
}

/** Returns a signal that aborts when the page has run for this long. */
export function abortAfter(seconds: number): AbortSignal {
  const controller = new AbortController();
  void runFor(seconds).then(() => controller.abort());
  return controller.signal;
}
