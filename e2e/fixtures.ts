import { randomInt, randomUUID } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { sampleSignUp } from '../src/waitlist/waitlist-fields';
import type { ReceivedEvent } from './fake-posthog.ts';
import { services } from './services.ts';
import type { Person } from './waitlist-page.ts';

type Fixtures = {
  /** Console errors that belong to the test. Any other one fails it, as do CSP violations. */
  expectedErrors: RegExp;
  /** Everything on the consoles of all tabs so far. */
  consoleLines: Array<{ type: string; text: string }>;
  /** A visitor on the first visit. */
  person: Person;
  /** Waits until PostHog has received exactly these events from this test's browser, in order. */
  expectEvents: (...names: string[]) => Promise<ReceivedEvent[]>;
};

export const test = base.extend<Fixtures>({
  expectedErrors: [/(?!)/, { option: true }],

  // Like a person's browser, because PostHog drops all others, and one of a kind, because one
  // PostHog serves all tests.
  userAgent: async ({ userAgent }, use) => {
    const ordinary =
      userAgent ??
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
    await use(`${ordinary} Test/${randomUUID()}`);
  },

  consoleLines: async ({ context, expectedErrors }, use) => {
    const lines: Fixtures['consoleLines'] = [];
    context.on('console', (message) => {
      const text = message.text();
      // The browser's own lines about a resource leave out its address.
      const address = text.startsWith('Failed to load') ? ` ${message.location().url}` : '';
      lines.push({ type: message.type(), text: text + address });
    });
    context.on('weberror', (error) => {
      lines.push({ type: 'error', text: String(error.error()) });
    });
    await use(lines);
    const errors = lines.filter(({ type }) => type === 'error').map(({ text }) => text);
    expect(errors.filter((text) => !expectedErrors.test(text))).toEqual([]);
  },

  page: async ({ page, context, consoleLines: _ }, use) => {
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'userAgentData', { value: undefined });
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first argument
  person: async ({}, use) => {
    await use(sampleSignUp(randomInt(1e9, 1e10 - 1)));
  },

  expectEvents: async ({ userAgent, request }, use) => {
    await use(async (...names) => {
      let events: ReceivedEvent[] = [];
      const received = async () => {
        const params = { userAgent: userAgent ?? '' };
        const response = await request.get(`${services.postHog}/received`, { params });
        events = await response.json();
        return events.map(({ event }) => event);
      };
      await expect.poll(received, { timeout: 15_000 }).toEqual(names);
      return events;
    });
  },
});

export { expect };
