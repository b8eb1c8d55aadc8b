import { sayStuck, takePendingSubmit } from '../waitlist/pending-submit';

/**
 * Runs the app's scripts, which the build lists in the document, once the page has been painted:
 * one by one, so that no single task is long. A failure is logged, and the form says that it is
 * stuck.
 */
export async function startApp(): Promise<void> {
  await firstPaint();
  try {
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
      await import(/* @vite-ignore */ href);
    }
  } catch (error) {
    console.error(error);
    // Nothing comes any more that a press could wait for.
    takePendingSubmit();
    sayStuck();
  }
}

/** Firefox reports no first paint of a page that is scrolled already: then the load and a frame. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
      new PerformanceObserver((_, observer) => {
        observer.disconnect();
        resolve();
      }).observe({ type: 'paint', buffered: true });
    }
    addEventListener('load', () => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
