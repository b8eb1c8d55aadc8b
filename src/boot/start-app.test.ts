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
  document.documentElement.classList.remove('app-missing');
  delete window.pendingSubmit;
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

const isStuck = () => document.documentElement.classList.contains('app-missing');

/** A browser that tells of paints, or has none to tell of. */
function stubPaints(supportedEntryTypes: string[]) {
  const observers: Array<() => void> = [];
  const PerformanceObserver = class {
    static readonly supportedEntryTypes = supportedEntryTypes;
    readonly tell: () => void;
    constructor(told: (entries: unknown, observer: unknown) => void) {
      this.tell = () => told([], this);
    }
    observe() {
      observers.push(this.tell);
    }
    disconnect() {}
  };
  vi.stubGlobal('PerformanceObserver', PerformanceObserver);
  return () => {
    for (const tell of observers) tell();
  };
}

test('the scripts run in their order, after the first paint', async () => {
  const paint = stubPaints(['paint']);
  list('ran.push("library")', 'ran.push("app")');

  const started = startApp();
  await Promise.resolve();
  expect(globalThis.ran).toEqual([]);
  paint();
  await started;

  expect(globalThis.ran).toEqual(['library', 'app']);
  expect(isStuck()).toBe(false);
});

test.each([
  ['a browser that never tells of its first paint', ['paint']],
  ['one that cannot', []],
])('%s starts after the load', async (_, supported) => {
  stubPaints(supported);
  list('ran.push("app")');

  const started = startApp();
  window.dispatchEvent(new Event('load'));
  await started;

  expect(globalThis.ran).toEqual(['app']);
});

test.each([
  ['cannot be run', 'this is no script'],
  ['throws', 'throw new Error("no root")'],
])('a script that %s is logged, and the form says that it is stuck', async (_, source) => {
  const paint = stubPaints(['paint']);
  const error = vi.spyOn(console, 'error').mockReturnValue();
  list(source, 'ran.push("app")');

  const started = startApp();
  paint();
  await started;

  expect(error).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
  expect(isStuck()).toBe(true);
  expect(globalThis.ran).toEqual([]);
  expect(window.pendingSubmit).toBe(false);
});
