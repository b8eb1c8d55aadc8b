import { randomInt } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import type { SignUpInput } from '../src/waitlist/fields.ts';
import { sampleSignUp } from '../src/waitlist/samples.ts';
import { services } from './services.ts';

type SentEvent = { event: string; timestamp: string; properties: Record<string, unknown> };

type Fixtures = {
  /** Console errors that belong to the test. Any other one fails it, as do CSP violations. */
  expectedErrors: RegExp;
  /** Everything on the consoles of all tabs so far. */
  consoleLines: Array<{ type: string; text: string }>;
  /** A visitor on the first visit. */
  person: SignUpInput;
  /** The events that the page has sent to analytics. */
  events: SentEvent[];
  /** Waits until the page has sent exactly these events, in order. */
  expectEvents: (...names: string[]) => Promise<SentEvent[]>;
};

export const test = base.extend<Fixtures>({
  expectedErrors: [/(?!)/, { option: true }],

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

  events: async ({ context }, use) => {
    const events: SentEvent[] = [];
    context.on('requestfinished', (request) => {
      const sent = request.url().startsWith(services.analytics) && request.postDataJSON();
      if (sent) events.push(...[sent.batch ?? sent].flat());
    });
    await use(events);
  },

  page: async ({ page, context, consoleLines: _lines, events: _events }, use) => {
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first argument
  person: async ({}, use) => {
    await use(sampleSignUp(randomInt(1e9, 1e10 - 1)));
  },

  expectEvents: async ({ events }, use) => {
    await use(async (...names) => {
      // Requests may be sent in another order than the events happened.
      const inOrder = () => events.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
      const sent = () => inOrder().map(({ event }) => event);
      await expect.poll(sent, { timeout: 15_000 }).toEqual(names);
      return inOrder();
    });
  },
});

export { expect };
