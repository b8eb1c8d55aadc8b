import { showLate } from '../waitlist/before-hydration';

/**
 * Runs the app's scripts, which the build lists in the document, once the page has been painted:
 * one by one, so that no task is long. A failure is logged, and the form shows that it did not load.
 */
export async function startApp(): Promise<void> {
  await firstPaint();
  try {
    for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
      await import(/* @vite-ignore */ href);
    }
  } catch (error) {
    console.error(error);
    showLate();
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
