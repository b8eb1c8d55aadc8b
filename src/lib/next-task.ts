/**
 * Resolves in a new task. Before it, the browser handles the taps and key presses that have arrived. By a
 * message, because browsers delay a timer that another timer has set by four milliseconds.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Resolves when the browser has nothing else to do, or after `timeout` milliseconds; in Safari, after 200. */
export function idle(timeout: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout });
    else setTimeout(resolve, 200);
  });
}
