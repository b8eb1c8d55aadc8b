import { setLate } from './before-hydration';

/**
 * Runs the app's scripts when the page is parsed and painted. Logs a failure, and then the form shows that it did
 * not load.
 *
 * @param files their addresses in the order in which they run
 */
export async function startApp(files: string[]): Promise<void> {
  await parsedAndPainted();
  try {
    // One after the other: if one import ran them all, they would be one long task.
    for (const file of files) await import(/* @vite-ignore */ file);
  } catch (error) {
    console.error(error);
    setLate();
  }
}

/**
 * Not at the first paint, which may show half of the HTML while the rest still arrives. Not at the load
 * event either, for which a font may keep the visitor waiting.
 */
function parsedAndPainted(): Promise<void> {
  return new Promise((resolve) => {
    // The callback of a frame runs before its paint, and the next task after it.
    addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
