import { beforeEach, expect, test, vi } from 'vitest';
import type { Send } from './events';

const [KEY, HOST] = ['phc_key', 'https://analytics.test'];
const signUpProperties = { name: 'Ada', has_email: true, has_phone: true, has_instagram: false };

const send = vi.fn<Send>();
const startPostHog = vi.fn();
const loadPostHog = vi.fn();

let analytics: typeof import('./analytics');
let settings: typeof import('../lib/settings').settings;

beforeEach(async () => {
  // A page that was just loaded.
  vi.resetModules();
  vi.doMock('./posthog', loadPostHog);
  analytics = await import('./analytics');
  ({ settings } = await import('../lib/settings'));
  Object.assign(settings, { posthogKey: KEY, posthogHost: HOST });
  loadPostHog.mockReturnValue({ startPostHog });
  startPostHog.mockResolvedValue(send);
});

test('sends every event in order and with its own time, once the page has loaded', async () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const times = ['20:00', '20:07', '20:08'].map((time) => new Date(`2026-11-21T${time}:00Z`));
  vi.useFakeTimers({ toFake: ['Date'], now: times[0] });
  analytics.capture('waitlist_form_started', {});
  vi.setSystemTime(times[1] ?? 0);
  analytics.capture('waitlist_signup_failed', { reason: 'server', status: 500 });
  // Longer than a page that has loaded waits.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(loadPostHog).not.toHaveBeenCalled();

  readyState.mockReturnValue('complete');
  window.dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  vi.setSystemTime(times[2] ?? 0);
  analytics.capture('waitlist_signup', signUpProperties);

  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(startPostHog).toHaveBeenCalledExactlyOnceWith(KEY, HOST);
  expect(send.mock.calls).toEqual([
    [{ name: 'waitlist_form_started', properties: {}, at: times[0] }],
    [{ name: 'waitlist_signup_failed', properties: { reason: 'server', status: 500 }, at: times[1] }],
    [{ name: 'waitlist_signup', properties: signUpProperties, at: times[2] }],
  ]);
});

const SIGNALS = 'Do Not Track or Global Privacy Control is set';
test.each([
  ['VITE_POSTHOG_KEY is not set', () => Object.assign(settings, { posthogKey: '' })],
  [SIGNALS, () => vi.stubGlobal('navigator', { doNotTrack: '1' })],
  [SIGNALS, () => vi.stubGlobal('navigator', { globalPrivacyControl: true })],
  ['blocked', () => startPostHog.mockRejectedValue(new Error('blocked'))],
])('is off, warns once, and drops all events: %s', async (reason, turnOff) => {
  turnOff();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();

  analytics.capture('waitlist_form_started', {});
  analytics.capture('waitlist_signup', signUpProperties);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledExactlyOnceWith('Analytics is off:', new Error(reason)));

  // PostHog's SDK is loaded only to be started.
  expect(loadPostHog).toHaveBeenCalledTimes(startPostHog.mock.calls.length);
  expect(send).not.toHaveBeenCalled();
});

test('warns about each event that PostHog’s SDK throws on, and never throws', async () => {
  const error = new Error('broken');
  send.mockImplementation(() => {
    throw error;
  });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();

  analytics.capture('waitlist_form_started', {});
  analytics.capture('waitlist_signup', signUpProperties);

  const warning = ['Analytics: an event was not sent.', error];
  await vi.waitFor(() => expect(warn.mock.calls).toEqual([warning, warning]));
});
