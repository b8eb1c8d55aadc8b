import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApp } from './start-app';

declare global {
  var ran: string[];
}

beforeEach(() => {
  globalThis.ran = [];
});

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset.app;
});

/** Lists scripts in the document as the build does; each a new one, because modules run once. */
function list(...sources: string[]): void {
  for (const source of sources) {
    const href = `data:text/javascript,${encodeURIComponent(source)}//${crypto.randomUUID()}`;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
}

const isLate = () => document.documentElement.dataset.app === 'late';

/** A browser that reports paints, or does not. @returns what reports the first paint */
function stubPaints(supportedEntryTypes: string[]) {
  let report = () => {};
  const PerformanceObserver = class {
    static readonly supportedEntryTypes = supportedEntryTypes;
    constructor(callback: (entries: unknown, observer: unknown) => void) {
      report = () => callback([], this);
    }
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('PerformanceObserver', PerformanceObserver);
  return () => report();
}

test('the scripts run in order, after the first paint', async () => {
  const paint = stubPaints(['paint']);
  list('ran.push("library")', 'ran.push("app")');

  const started = startApp();
  await Promise.resolve();
  expect(globalThis.ran).toEqual([]);
  paint();
  await started;

  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(isLate()).toBe(false);
});

test.each([[['paint']], [[]]])(
  'without a paint, the scripts run after the load (%j)',
  async (types) => {
    stubPaints(types);
    list('ran.push("app")');

    const started = startApp();
    window.dispatchEvent(new Event('load'));
    await started;

    expect(globalThis.ran).toEqual(['app']);
  },
);

test.each([
  ['cannot be run', 'this is no script'],
  ['throws', 'throw new Error("no root")'],
])('a script that %s is logged, and the form shows that it did not load', async (_, source) => {
  const paint = stubPaints(['paint']);
  const error = vi.spyOn(console, 'error').mockReturnValue();
  list(source, 'ran.push("app")');

  const started = startApp();
  paint();
  await started;

  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
  expect(isLate()).toBe(true);
  expect(globalThis.ran).toEqual([]);
});
