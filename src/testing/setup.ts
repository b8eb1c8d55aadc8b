import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { consoleMessages, expectLogged } from './console';
import { server } from './server';

// The tests save to this address, whatever a developer's .env has.
vi.stubEnv('VITE_SUPABASE_URL', 'https://supabase.test');
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'anon-key');

// jsdom doesn't implement these.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
window.matchMedia = (media) => ({ media, matches: false }) as MediaQueryList;
addEventListener('submit', (event) => {
  // Natively, a submit of such a form outside a dialog does nothing.
  if (event.target instanceof HTMLFormElement && event.target.method === 'dialog') event.preventDefault();
});

// The default of one second fails on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => {
      consoleMessages.push(`${level}: ${format(...args)}`);
    });
  }
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  server.resetHandlers();
  expectLogged();
});
