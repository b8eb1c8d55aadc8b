import { gunzipSync } from 'node:zlib';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock } from '../test/clock';
import { server } from '../test/server';

const KEY = 'phc_key';
const HOST = 'https://posthog.test';
const SETTINGS = { key: KEY, host: HOST };
const CONFIG = `GET /array/${KEY}/config`;
/** Long enough for everything that the SDK does later. */
const LATER_SECONDS = 5;

const signUp = { name: 'Ada', has_email: true, has_phone: true, has_instagram: false };

type Sent = { event: string; timestamp: string; properties: Record<string, JsonBodyType> };

let analytics: typeof import('./analytics');

// The first import of the SDK takes a while.
beforeAll(async () => void (await import('./posthog')), 30_000);

beforeEach(async () => {
  stopClock();
  // A page that was just loaded.
  vi.resetModules();
  analytics = await import('./analytics');
});

afterEach(() => {
  vi.doUnmock('./posthog');
  delete window._POSTHOG_REMOTE_CONFIG;
  window.history.replaceState(null, '', '/');
});

/** PostHog's service. Records requests and events. */
function postHog(config: () => Response = () => HttpResponse.json({})) {
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

/** The events of a request, which the SDK compresses where the platform can. */
async function sentIn(request: Request): Promise<Sent[]> {
  const raw = Buffer.from(await request.arrayBuffer());
  const isGzip = raw[0] === 0x1f && raw[1] === 0x8b;
  const body = JSON.parse(String(isGzip ? gunzipSync(raw) : raw));
  return [body.batch ?? body].flat();
}

/** Waits for events on a clock that stands still: none waits for a batch. */
async function arrival(events: Sent[], count: number) {
  await expect.poll(() => events).toHaveLength(count);
}

function expectWarning() {
  return vi.spyOn(console, 'warn').mockReturnValue();
}

test('sends the events that waited, in order, with their own time', async () => {
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

test('sends a sign-up with its four properties only', async () => {
  const { events } = postHog();
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_signup', signUp);

  await arrival(events, 1);
  const own = Object.entries(events[0]?.properties ?? {}).filter(
    ([name]) => !/^(\$|token$|distinct_id$)/.test(name),
  );
  expect(Object.fromEntries(own)).toEqual(signUp);
});

test.each([
  ['key', { key: '', host: HOST }, 'VITE_POSTHOG_KEY'],
  ['host', { key: KEY, host: undefined }, 'VITE_POSTHOG_HOST'],
])('without a %s, is off, warns once, and sends nothing', async (_, settings, name) => {
  const { requests } = postHog();
  const warn = expectWarning();
  analytics.capture('waitlist_form_started', {});

  await analytics.startAnalytics(settings);
  await analytics.startAnalytics(SETTINGS);
  await pass(LATER_SECONDS);

  expect(warn).toHaveBeenCalledExactlyOnceWith(`Analytics is off: ${name} is not set.`);
  // The later start, which does not happen on the page, finds no event that waited.
  expect(requests).toEqual([CONFIG]);
});

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('if %s is set, fetches and sends nothing', async (_, signal) => {
  const { requests } = postHog();
  const loadSdk = vi.fn(() => ({ startPostHog: () => () => {} }));
  vi.doMock('./posthog', loadSdk);
  vi.stubGlobal('navigator', signal);
  const warn = expectWarning();

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_signup', signUp);
  await pass(LATER_SECONDS);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics is off: Do Not Track or Global Privacy Control is set.',
  );
  expect(loadSdk).not.toHaveBeenCalled();
  expect(requests).toEqual([]);
});

test('warns about a missing remote configuration, and sends events without it', async () => {
  const { requests, events } = postHog(() => new HttpResponse(null, { status: 404 }));
  const warn = expectWarning();

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_form_started', {});
  await arrival(events, 1);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    "Analytics: PostHog's remote configuration was not fetched.",
    expect.any(Error),
  );
  expect(requests).toEqual([CONFIG, 'POST /e/']);
});

test('warns and drops events if the SDK does not load', async () => {
  vi.doMock('./posthog', () => {
    throw new Error('blocked');
  });
  const warn = expectWarning();
  analytics.capture('waitlist_form_started', {});

  await analytics.startAnalytics(SETTINGS);
  analytics.capture('waitlist_signup', signUp);

  expect(warn).toHaveBeenCalledExactlyOnceWith(
    'Analytics is off: PostHog did not start.',
    expect.any(Error),
  );
});

test('warns about each event that the SDK throws on, and never throws', async () => {
  const error = new Error('broken');
  vi.doMock('./posthog', () => ({
    startPostHog: () => () => {
      throw error;
    },
  }));
  const warn = expectWarning();
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_form_started', {});
  analytics.capture('waitlist_signup', signUp);

  const warning = ['Analytics: an event was not sent.', error];
  expect(warn.mock.calls).toEqual([warning, warning]);
});

test('sends, stores, and loads nothing else, whatever the project enables', async () => {
  const { requests, events } = postHog(() =>
    HttpResponse.json({
      analytics: { endpoint: '/i/v0/e/' },
      autocapture_opt_out: false,
      captureDeadClicks: true,
      capturePerformance: true,
      hasFeatureFlags: true,
      heatmaps: true,
      sessionRecording: { endpoint: '/s/' },
      surveys: true,
    }),
  );
  const scripts = document.scripts.length;

  await analytics.startAnalytics(SETTINGS);
  await pass(1);
  analytics.capture('waitlist_form_started', {});
  document.body.click();
  window.history.replaceState(null, '', '/elsewhere');
  await pass(LATER_SECONDS);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await pass(LATER_SECONDS);

  expect(events.map(({ event }) => event)).toEqual(['waitlist_form_started']);
  expect(events[0]?.properties.$process_person_profile).toBe(false);
  // To the address that the remote configuration names.
  expect(requests).toEqual([CONFIG, 'POST /i/v0/e/']);
  expect(document.cookie).toBe('');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  expect(document.scripts).toHaveLength(scripts);
});

test('sends no query, fragment, or click identifier; campaigns are properties', async () => {
  const { events } = postHog();
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://friend.test/a?name=Ada#b');
  window.history.replaceState(null, '', '/?name=Ada&gclid=5550100&utm_source=poster#Ada');
  await analytics.startAnalytics(SETTINGS);

  analytics.capture('waitlist_form_started', {});
  analytics.capture('$pageview', { $current_url: window.location.href, title: '' });
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

test('rejects wrong events and properties at compile time', () => {
  const { capture } = analytics;
  // @ts-expect-error an unknown event
  capture('waitlist_opened', {});
  // @ts-expect-error a missing property
  capture('waitlist_signup', { name: 'Ada', has_email: true, has_phone: true });
  // @ts-expect-error a property too many
  capture('waitlist_signup', { ...signUp, email: 'ada@example.com' });
  // @ts-expect-error a reason that may contain anything
  capture('waitlist_signup_failed', { reason: 'Ada could not be saved' });
});
