import { delay, HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock } from '../testing/clock';
import { server } from '../testing/server';
import type { AnalyticsEvent } from './events';

const KEY = 'phc_key';
const HOST = 'https://posthog.test';
const CONFIG = `GET /array/${KEY}/config`;
/** Long enough for everything that the SDK does later. */
const LATER_SECONDS = 5;

type Sent = { event: string; timestamp: string; properties: Record<string, JsonBodyType> };

const failure = {
  name: 'waitlist_signup_failed',
  properties: { reason: 'timeout', status: 0 },
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
 * PostHog's service. Returns the remote configuration, or these statuses and bodies in turn, and then the last one
 * again. Records the requests, the seconds of those for the configuration, and the bodies of the others.
 */
function postHogWith(...responses: Array<number | string | object>) {
  const began = Date.now();
  const seconds: number[] = [];
  const requests: string[] = [];
  const bodies: string[] = [];
  server.use(
    http.all(`${HOST}/*`, async ({ request }) => {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      if (!pathname.endsWith('/config')) {
        bodies.push(await request.text());
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
  return { seconds, requests, bodies };
}

const eventsIn = (bodies: string[]): Sent[] =>
  bodies.map((body) => JSON.parse(body)).flatMap((sent) => sent.batch ?? sent);

async function start() {
  const { startPostHog } = await import('./posthog');
  return startPostHog(KEY, HOST);
}

test('sends the page’s events only, whatever the project enables', async () => {
  const { requests, bodies } = postHogWith({
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

  // To the address that the remote configuration names.
  expect(requests).toEqual([CONFIG, 'POST /i/v0/e/']);
  const [{ event, timestamp, properties }] = eventsIn(bodies) as [Sent];
  expect([event, timestamp]).toEqual([failure.name, failure.at.toISOString()]);
  expect(properties).toMatchObject({ ...failure.properties, $process_person_profile: false });
  const own = Object.keys(properties).filter((name) => !/^(\$|token$|distinct_id$)/.test(name));
  expect(own).toEqual(['reason', 'status']);
  expect(document.scripts).toHaveLength(scripts);
});

test('sends no query, fragment, or click identifier; campaigns are properties', async () => {
  const { bodies } = postHogWith();
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://www.google.com/a?q=Ada#b');
  window.history.replaceState(null, '', '/?name=Ada&gclid=5550100&utm_source=poster#Ada');
  const send = await start();

  // The visitor has left that page since.
  const properties = {
    $current_url: `${window.location.origin}/gone?name=Ada`,
    $host: 'localhost',
    $pathname: '/gone',
  };
  send({ name: '$pageview', properties, at: new Date() });
  // As the SDK may collect them.
  const $referrers = [{ at: 'https://friend.test/?name=Ada' }, 1, null];
  send({ name: 'waitlist_form_started', properties: { $referrers } as never, at: new Date() });
  await expect.poll(() => eventsIn(bodies)).toHaveLength(2);

  const events = eventsIn(bodies);
  for (const [index, $pathname] of ['/gone', '/'].entries()) {
    expect(events[index]?.properties).toMatchObject({
      $current_url: window.location.origin + $pathname,
      $pathname,
      $referrer: 'https://www.google.com/a',
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
])('after $responses with random $random, requests the configuration at $seconds s', async (row) => {
  vi.mocked(Math.random).mockReturnValue(row.random);
  const { seconds } = postHogWith(...row.responses);
  void start();
  await pass((row.seconds.at(-1) ?? 0) + 2);
  expect(seconds).toEqual(row.seconds);
});

test.each<[response: number | string, seconds: number[], givesUpAfter: number]>([
  ...[502, 'broken', 'null', '<html>'].map((response): [number | string, number[], number] => [response, [0], 0.5]),
  [429, [0, 1, 3, 7, 15, 31], 31.5],
  [503, [0, 1, 31], 31.5],
  ['silence', [0], 60],
])('after %s requests the configuration at %j s, warns, and sends', async (response, at, end) => {
  const { seconds, requests } = postHogWith(response);
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const started = start();
  await pass(end);
  (await started)(failure);
  await expect.poll(() => requests.at(-1)).toBe('POST /e/');

  expect(seconds).toEqual(at);
  const message = "Analytics: PostHog's remote configuration was not fetched.";
  expect(warn).toHaveBeenCalledExactlyOnceWith(message, expect.anything());
});
