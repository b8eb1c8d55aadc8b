import { expect, test } from 'vitest';
import { startApp } from './start-app';

declare global {
  var ran: string[];
}

const script = (name: string) => `data:text/javascript,ran.push('${name}')`;
const paint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test('the scripts run in order, when the whole document is parsed and painted', async () => {
  globalThis.ran = [];
  const started = startApp([script('library'), script('app')]);
  // The browser paints what has arrived so far.
  await paint();
  await paint();
  expect(globalThis.ran).toEqual([]);

  dispatchEvent(new Event('DOMContentLoaded'));
  await started;

  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(document.documentElement.dataset.app).toBeUndefined();
});
