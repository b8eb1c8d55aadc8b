import { gunzipSync } from 'node:zlib';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { pass, stopClock } from '../test/clock';
import { server } from '../test/server';
import type { AnalyticsEvents } from './events';

const KEY = 'phc_key';
const HOST = 'https://posthog.test';
/** The SDK sends a batch every few seconds. */
const BATCH_SECONDS = 5;
const SETTINGS = { key: KEY, host: HOST };

type Sent = { event: string; timestamp: string; properties: Record<string, JsonBodyType> };

let analytics: typeof import('./analytics');

// The SDK is large: the first time takes a while.
beforeAll(async () => void (await import('./posthog')), 30_000);

beforeEach(async () => {
  stopClock();
  // A page just loaded: nothing is started yet.
  vi.resetModules();
  analytics = await import('./analytics');
});

afterEach(() => {
  vi.doUnmock('./posthog');
  delete window._POSTHOG_REMOTE_CONFIG;
  window.history.replaceState(null, '', '/');
});

/** PostHog's service: keeps what it is asked and sent. */
function postHog(config: () => Response = () => HttpResponse.json({ heatmaps: false })) {
  const requests: string[] = [];
  const events: Sent[] = [];
  server.use(
    http.all(`${HOST}/*`, async ({ request }) => {
      const { pathname } = new URL(request.url);
      requests.push(`${request.method} ${pathname}`);
      if (pathname.endsWith('/config')) return config();
      events.push(...(await sentIn(request)));
      return HttpResponse.json({ status: 1 });
    }),
  );
  return { requests, events };
}

/** The events of a request; the SDK compresses them where the platform can. */
async function sentIn(request: Request): Promise<Sent[]> {
  const raw = Buffer.from(await request.arrayBuffer());
  const isGzip = raw[0] === 0x1f && raw[1] === 0x8b;
  return JSON.parse(String(isGzip ? gunzipSync(raw) : raw)).batch;
}

/** Lets time pass until so many events have arrived. */
async function arrival(events: Sent[], count: number) {
  await vi.waitFor(async () => {
    await pass(1);
    expect(events).toHaveLength(count);
  }, 4000);
}

/** What we say in an event, without what the SDK adds. */
function ownProperties({ properties }: Sent) {
  const theirs = /^(\$|token$|distinct_id$)/;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !theirs.test(name)));
}

function expectWarning() {
  return vi.spyOn(console, 'warn').mockReturnValue();
}

const signUp = { name: 'Ada', has_email: true, has_phone: true, has_instagram: false };

test('events wait until it is ready and arrive in order, with their own time', async () => {
  const { events } = postHog();
  const [first, second] = [new Date('2026-11-21T20:00:00Z'), new Date('2026-11-21T20:00:07Z')];
  vi.setSystemTime(first);
  analytics.capture('waitlist_form_started', {});
  vi.setSystemTime(second);
  analytics.capture('waitlist_signup_failed', { reason: 'server' });

  await analytics.startAnalytics(SETTINGS);
  await arrival(events, 2);

  expect(events.map(({ event, timestamp }) => [event, timestamp])).toEqual([
    ['waitlist_form_started', first.toISOString()],
    ['waitlist_signup_failed', second.toISOString()],
  ]);
});

test('a sign-up is sent at once, with its four properties', async () => {
  const { events } = postHog();
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_signup', signUp);

  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events.map(ownProperties)).toEqual([signUp]);
});

test('the SDK works by the configuration that was fetched and fetches nothing itself', async () => {
  const { requests, events } = postHog(() =>
    HttpResponse.json({ analytics: { endpoint: '/i/v0/e/' } }),
  );
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_form_started', {});
  await arrival(events, 1);

  expect(requests).toEqual([`GET /array/${KEY}/config`, 'POST /i/v0/e/']);
});

test.each([
  ['key', { key: undefined, host: HOST }, 'VITE_POSTHOG_KEY'],
  ['key but a blank', { key: '', host: HOST }, 'VITE_POSTHOG_KEY'],
  ['host', { key: KEY, host: undefined }, 'VITE_POSTHOG_HOST'],
])('without a %s it is off, says so once and sends nothing', async (_, settings, name) => {
  const { requests } = postHog();
  const warn = expectWarning();
  analytics.capture('waitlist_form_started', {});

  await analytics.startAnalytics(settings);
  analytics.capture('waitlist_signup', signUp);
  await pass(BATCH_SECONDS);

  expect(warn).toHaveBeenCalledExactlyOnceWith(`Analytics: ${name} is not set, so it is off.`);
  expect(requests).toEqual([]);
});

test.each([401, 404])(
  'a refused configuration (%i) is a warning; events go without',
  async (status) => {
    const { requests, events } = postHog(() => new HttpResponse(null, { status }));
    const warn = expectWarning();

    await analytics.startAnalytics(SETTINGS);
    analytics.capture('waitlist_form_started', {});
    await arrival(events, 1);

    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'Analytics: its configuration could not be fetched.',
      expect.any(Error),
    );
    expect(requests).toEqual([`GET /array/${KEY}/config`, 'POST /e/']);
    expect(events.map(({ event }) => event)).toEqual(['waitlist_form_started']);
  },
);

test('throttled for a minute, it warns once and events go without', async () => {
  const { requests, events } = postHog(() => new HttpResponse(null, { status: 429 }));
  const warn = expectWarning();
  analytics.capture('waitlist_form_started', {});

  const starting = analytics.startAnalytics(SETTINGS);
  await pass(60);
  await starting;
  await arrival(events, 1);

  expect(warn).toHaveBeenCalledOnce();
  expect(requests.filter((request) => request.startsWith('GET')).length).toBeGreaterThan(2);
});

test('a blocker in the way is one warning, never an exception', async () => {
  server.use(http.all(`${HOST}/*`, () => HttpResponse.error()));
  const warn = expectWarning();

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_signup', signUp);
  await pass(BATCH_SECONDS);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics: its configuration could not be fetched.',
    expect.any(TypeError),
  );
});

test('an SDK that cannot be loaded turns it off with a warning', async () => {
  postHog();
  vi.doMock('./posthog', () => {
    throw new Error('blocked');
  });
  const warn = expectWarning();
  analytics.capture('waitlist_form_started', {});

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_signup', signUp);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics: PostHog did not start, so it is off.',
    expect.any(Error),
  );
});

test('an SDK that throws is a warning for each event, never an exception', async () => {
  postHog();
  vi.doMock('./posthog', () => ({
    startPostHog: () => () => {
      throw new Error('broken');
    },
  }));
  const warn = expectWarning();
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_signup', signUp);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics: an event was not sent.',
    new Error('broken'),
  );
});

test('without storage on the device it works as well', async () => {
  const { events } = postHog();
  const denied = () => {
    throw new DOMException('Access is denied', 'SecurityError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied);

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_form_started', {});
  await arrival(events, 1);
});

test('whatever the project switches on, nothing is stored, recorded or added to the page', async () => {
  const { requests, events } = postHog(() =>
    HttpResponse.json({
      autocapture_opt_out: false,
      capturePerformance: true,
      heatmaps: true,
      sessionRecording: { endpoint: '/s/' },
      surveys: true,
    }),
  );
  const scripts = document.scripts.length;

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_form_started', {});
  await arrival(events, 1);

  expect(requests).toEqual([`GET /array/${KEY}/config`, 'POST /e/']);
  expect(document.cookie).toBe('');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
  expect(document.scripts).toHaveLength(scripts);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('%s is respected before anything is fetched', async (_, signal) => {
  const { requests } = postHog();
  const loadSdk = vi.fn(() => ({ startPostHog: () => () => {} }));
  vi.doMock('./posthog', loadSdk);
  vi.stubGlobal('navigator', signal);
  const warn = expectWarning();

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_signup', signUp);
  await pass(BATCH_SECONDS);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics: the browser asks not to be tracked, so it is off.',
  );
  expect(loadSdk).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
});

test('no address in an event has a query or fragment; campaigns are properties', async () => {
  const { events } = postHog();
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://friend.test/a?name=Ada#b');
  window.history.replaceState(null, '', '/?name=Ada&phoneNumber=5550100&utm_source=poster#Ada');
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_form_started', {});
  analytics.capture('$pageview', { $current_url: window.location.href, title: 'gel' });
  await arrival(events, 2);

  for (const { properties } of events) {
    expect(properties).toMatchObject({
      $current_url: `${window.location.origin}/`,
      $referrer: 'https://friend.test/a',
      utm_source: 'poster',
    });
  }
  expect(JSON.stringify(events)).not.toMatch(/Ada|5550100/);
});

test('an event with the wrong properties does not compile', () => {
  const { capture } = analytics;
  type SignUpEvent = AnalyticsEvents['waitlist_signup'];
  expectTypeOf<keyof SignUpEvent>().toEqualTypeOf<
    'name' | 'has_email' | 'has_phone' | 'has_instagram'
  >();

  // @ts-expect-error an unknown event
  capture('waitlist_opened', {});
  // @ts-expect-error a missing property
  capture('waitlist_signup', { name: 'Ada', has_email: true, has_phone: true });
  // @ts-expect-error a property that must not be there
  capture('waitlist_signup', { ...signUp, email: 'ada@example.com' });
  // @ts-expect-error a property of a wrong type
  capture('waitlist_signup', { ...signUp, has_email: 'ada@example.com' });
  // @ts-expect-error a reason that may carry anything
  capture('waitlist_signup_failed', { reason: 'Ada could not be saved' });
  // @ts-expect-error an event without properties
  capture('waitlist_form_started', { name: 'Ada' });
});
