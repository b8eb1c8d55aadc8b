/** Resolves when the browser has nothing else to do, or after `timeout` milliseconds; in Safari, after 200. */
export function idle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, 200);
  });
}
