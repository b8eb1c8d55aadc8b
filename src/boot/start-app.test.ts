import { expect, test } from 'vitest';
import { startApp } from './start-app';

declare global {
  var ran: string[];
}

/** Lists a script in the document as the build does. */
function list(name: string): void {
  const href = `data:text/javascript,ran.push('${name}')`;
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
  document.head.append(link);
}

const paint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test('the scripts run in order, when the whole document is parsed and painted', async () => {
  globalThis.ran = [];
  list('library');
  const started = startApp();
  // The browser paints what has arrived so far.
  await paint();
  await paint();
  expect(globalThis.ran).toEqual([]);

  list('app');
  dispatchEvent(new Event('DOMContentLoaded'));
  await started;

  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(document.documentElement.dataset.app).toBeUndefined();
});
