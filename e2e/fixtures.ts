import { randomInt } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { person } from '../src/testing/people.ts';
import type { FormValues } from '../src/waitlist/fields.ts';
import { addresses } from './addresses.ts';

/** What the console shows in each situation. To the browser's own lines, the fixture adds the address. */
const ERRORS = {
  'failed save': /^SaveError|^Failed to load resource.*\/rest\/v1\//,
  // The status of the document, and what the page itself logs.
  'page not found': /^Failed to load resource.*status of 404(?!.*\/assets\/)|^Page not found: /,
  'lost script': /^Failed to load resource.*\/assets\/|dynamically imported module|module script failed/,
  'unreachable analytics': /^Failed to load resource.*\/array\//,
  'Content-Security-Policy violation': /Content Security Policy|TrustedScript/,
} as const;

type SentEvent = { event: string; timestamp: string; properties: Record<string, unknown> };

type Fixtures = {
  /** Everything on the consoles of the context's tabs so far. */
  consoleLines: Array<{ type: string; text: string }>;
  /** Allows the console errors of these situations. Any other console error fails the test. */
  allowErrors: (...situations: (keyof typeof ERRORS)[]) => void;
  /** What a new visitor types. */
  person: FormValues;
  /** Waits until the page has sent these events to analytics, in order, and no others so far, and returns them. */
  expectEvents: (...names: string[]) => Promise<SentEvent[]>;
};

export const test = base.extend<Fixtures>({
  consoleLines: async ({ context }, use) => {
    const lines: Fixtures['consoleLines'] = [];
    context.on('console', (message) => {
      const text = message.text();
      const address = text.startsWith('Failed to load') ? ` ${message.location().url}` : '';
      lines.push({ type: message.type(), text: text + address });
    });
    context.on('weberror', (error) => void lines.push({ type: 'error', text: String(error.error()) }));
    await use(lines);
  },

  allowErrors: [
    async ({ consoleLines }, use) => {
      const expected: RegExp[] = [];
      await use((...situations) => void expected.push(...situations.map((situation) => ERRORS[situation])));
      const errors = consoleLines.filter(({ type }) => type === 'error').map(({ text }) => text);
      expect(errors.filter((text) => !expected.some((error) => error.test(text)))).toEqual([]);
    },
    // In each test, also in one that opens its own pages.
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
  person: ({}, use) => use(person(randomInt(1e9, 1e10 - 1))),

  // In each test with a page, `expectEvents` also receives the events, which would otherwise be failing requests.
  page: ({ page, expectEvents: _ }, use) => use(page),

  expectEvents: async ({ context, baseURL }, use) => {
    // PostHog's SDK drops the events of a browser that reports that it is automated. The smoke test sends none.
    const hideAutomation = () => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    if (baseURL === addresses.page) await context.addInitScript(hideAutomation);
    const events: SentEvent[] = [];
    await context.route(`${addresses.analytics}/**`, async (route) => {
      const { batch, ...event } = route.request().postDataJSON() ?? { batch: [] };
      events.push(...(batch ?? [event]));
      await route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
    });
    await use(async (...names) => {
      // The requests may arrive in another order than the events happened in.
      const inOrder = () => events.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
      await expect.poll(() => inOrder().map(({ event }) => event)).toEqual(names);
      return inOrder();
    });
  },
});

export { expect };
