/**
 * Resolves when the page has run for this long. Browsers suspend a page, for example while the visitor uses another app, and a
 * timer that is due meanwhile ends at once on return. Of pauses of a second each, only one can be due.
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
