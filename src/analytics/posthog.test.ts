import { gunzipSync } from 'node:zlib';
import { delay, HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock } from '../test/clock';
import { server } from '../test/server';
import type { AnalyticsEvent } from './events';

const KEY = 'phc_key';
const HOST = 'https://posthog.test';
const CONFIG = `GET /array/${KEY}/config`;
/** Long enough for everything that the SDK does later. */
const LATER_SECONDS = 5;

type Sent = { event: string; timestamp: string; properties: Record<string, JsonBodyType> };

const failure = {
  name: 'waitlist_signup_failed',
  properties: { reason: 'timeout' },
  at: new Date('2026-11-21T20:00:00Z'),
} satisfies AnalyticsEvent;

beforeEach(() => {
  stopClock();
  // A page that was just loaded.
  vi.resetModules();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  delete window._POSTHOG_REMOTE_CONFIG;
  window.history.replaceState(null, '', '/');
});

/**
 * PostHog's service. Returns the remote configuration, or these statuses and bodies in turn and then
 * the last one again. Records the requests, their seconds, and the events.
 */
function service(...responses: Array<number | string | object>) {
  const began = Date.now();
  const seconds: number[] = [];
  const requests: string[] = [];
  const events: Sent[] = [];
  server.use(
    http.all(`${HOST}/*`, async ({ request }) => {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      if (!pathname.endsWith('/config')) {
        events.push(...(await eventsIn(request)));
        return HttpResponse.json({ status: 1 });
      }
      const response = responses[Math.min(seconds.length, responses.length - 1)] ?? {};
      seconds.push((Date.now() - began) / 1000);
      if (response === 'silence') await delay('infinite');
      if (response === 'broken') return HttpResponse.error();
      if (typeof response === 'string') return new HttpResponse(response);
      if (typeof response === 'object') return HttpResponse.json(response);
      return new HttpResponse('{}', { status: response });
    }),
  );
  return { seconds, requests, events };
}

/** The events of a request, which the SDK compresses where the platform can. */
async function eventsIn(request: Request): Promise<Sent[]> {
  const raw = Buffer.from(await request.arrayBuffer());
  const isGzip = raw[0] === 0x1f && raw[1] === 0x8b;
  const body = JSON.parse(String(isGzip ? gunzipSync(raw) : raw));
  return [body.batch ?? body].flat();
}

async function start() {
  const { startPostHog } = await import('./posthog');
  return startPostHog(KEY, HOST);
}

/** Waits for events on a clock that stands still: none waits for a batch. */
async function arrival(events: Sent[], count: number) {
  await expect.poll(() => events).toHaveLength(count);
}

// The first import of the SDK takes a while.
test('sends an event with its own time and properties only', { timeout: 30_000 }, async () => {
  const { events } = service();
  const send = await start();
  send(failure);
  await arrival(events, 1);

  const [{ event, timestamp, properties }] = events as [Sent];
  const own = Object.entries(properties).filter(
    ([name]) => !/^(\$|token$|distinct_id$)/.test(name),
  );
  expect([event, timestamp]).toEqual([failure.name, failure.at.toISOString()]);
  expect(Object.fromEntries(own)).toEqual(failure.properties);
});

test('sends, stores, and loads nothing else, whatever the project enables', async () => {
  const { requests, events } = service({
    analytics: { endpoint: '/i/v0/e/' },
    autocapture_opt_out: false,
    captureDeadClicks: true,
    capturePerformance: true,
    hasFeatureFlags: true,
    heatmaps: true,
    sessionRecording: { endpoint: '/s/' },
    surveys: true,
  });
  const scripts = document.scripts.length;

  const send = await start();
  await pass(1);
  send(failure);
  document.body.click();
  window.history.replaceState(null, '', '/elsewhere');
  await pass(LATER_SECONDS);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await pass(LATER_SECONDS);

  expect(events.map(({ event }) => event)).toEqual([failure.name]);
  expect(events[0]?.properties.$process_person_profile).toBe(false);
  // To the address that the remote configuration names.
  expect(requests).toEqual([CONFIG, 'POST /i/v0/e/']);
  expect(document.cookie).toBe('');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect(document.scripts).toHaveLength(scripts);
});

test('sends no query, fragment, or click identifier; campaigns are properties', async () => {
  const { events } = service();
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://friend.test/a?name=Ada#b');
  window.history.replaceState(null, '', '/?name=Ada&gclid=5550100&utm_source=poster#Ada');
  const send = await start();

  const properties = { $current_url: window.location.href, title: '' };
  send({ name: '$pageview', properties, at: new Date() });
  // As the SDK may collect them.
  const $referrers = [{ at: 'https://friend.test/?name=Ada' }, 1, null];
  send({ name: 'waitlist_form_started', properties: { $referrers } as never, at: new Date() });
  await arrival(events, 2);

  for (const sent of events) {
    expect(sent.properties).toMatchObject({
      $current_url: `${window.location.origin}/`,
      $referrer: 'https://friend.test/a',
      utm_source: 'poster',
    });
  }
  expect(JSON.stringify(events)).not.toMatch(/Ada|5550100/);
});

test.each([
  { responses: [429, 200], random: 0.5, seconds: [0, 1] },
  { responses: [504, 200], random: 0.5, seconds: [0, 1] },
  { responses: [500, 503, 200], random: 0.5, seconds: [0, 1, 31] },
  { responses: [500, 500, 200], random: 0, seconds: [0, 0.5, 1.5] },
  { responses: [500, 500, 200], random: 1, seconds: [0, 1.5, 4.5] },
])(
  'after $responses with random $random, requests the configuration at $seconds s',
  async (row) => {
    vi.mocked(Math.random).mockReturnValue(row.random);
    const { seconds } = service(...row.responses);
    void start();
    await pass((row.seconds.at(-1) ?? 0) + 2);
    expect(seconds).toEqual(row.seconds);
  },
);

test.each<[response: number | string, seconds: number[], givesUpAfter: number]>([
  ...[400, 404, 408, 501, 502, 'broken', 'null', '"on"', '<html>'].map(
    (response): [number | string, number[], number] => [response, [0], 0.5],
  ),
  [429, [0, 1, 3, 7, 15, 31], 31.5],
  [503, [0, 1, 31], 31.5],
  ['silence', [0], 60],
])('after %s requests the configuration at %j s, warns, and sends', async (response, at, end) => {
  const { seconds, requests, events } = service(response);
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const started = start();
  await pass(end);
  (await started)(failure);
  await arrival(events, 1);

  expect(seconds).toEqual(at);
  const message = "Analytics: PostHog's remote configuration was not fetched.";
  expect(warn).toHaveBeenCalledExactlyOnceWith(message, expect.anything());
  expect(requests.at(-1)).toBe('POST /e/');
});
