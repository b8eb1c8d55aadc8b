import { beforeEach, expect, test, vi } from 'vitest';
import { startAnalytics } from './analytics/analytics';
import { stopClock } from './test/clock';
import { loadToaster } from './ui/show-toast';
import { loadRepository } from './waitlist/use-join-waitlist';
import { warmUp } from './warm-up';

vi.mock('./analytics/analytics');
vi.mock('./lib/env', () => ({ env: { posthogKey: 'phc_key', posthogHost: '/ingest' } }));
vi.mock('./ui/show-toast');
vi.mock('./waitlist/use-join-waitlist');

beforeEach(() => {
  stopClock();
  for (const load of [loadRepository, loadToaster]) {
    vi.mocked<() => Promise<unknown>>(load).mockResolvedValue(undefined);
  }
});

test('nothing is fetched while the page starts', () => {
  warmUp();

  expect(loadRepository).not.toHaveBeenCalled();
  expect(loadToaster).not.toHaveBeenCalled();
  expect(startAnalytics).not.toHaveBeenCalled();
});

test('when the page is idle it fetches what a submit needs, and starts analytics', async () => {
  warmUp();

  await vi.runAllTimersAsync();

  expect(loadRepository).toHaveBeenCalled();
  expect(loadToaster).toHaveBeenCalled();
  expect(startAnalytics).toHaveBeenCalledExactlyOnceWith({ key: 'phc_key', host: '/ingest' });
});

test.each(['focusin', 'pointerdown', 'keydown'])('a %s does not wait for that', (intent) => {
  warmUp();

  document.body.dispatchEvent(new Event(intent, { bubbles: true }));

  expect(loadRepository).toHaveBeenCalled();
  expect(loadToaster).toHaveBeenCalled();
  expect(startAnalytics).not.toHaveBeenCalled();
});

test('nor does somebody who is in a field already', () => {
  document.body.innerHTML = '<input>';
  document.querySelector('input')?.focus();

  warmUp();

  expect(loadRepository).toHaveBeenCalled();
  document.body.replaceChildren();
});

test('what could not be fetched ahead is nobody’s problem yet', async () => {
  vi.mocked(loadRepository).mockRejectedValue(new Error('offline'));
  warmUp();

  await vi.runAllTimersAsync();

  expect(loadRepository).toHaveBeenCalled();
});
