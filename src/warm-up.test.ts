import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAnalytics } from './analytics/analytics';
import { stopClock } from './test/clock';
import { loadToaster } from './ui/show-toast';
import { warmUp } from './warm-up';

vi.mock('./analytics/analytics');
vi.mock('./ui/show-toast');

beforeEach(() => {
  stopClock();
  vi.mocked<() => Promise<unknown>>(loadToaster).mockResolvedValue(undefined);
});
afterEach(() => document.body.replaceChildren());

test('an idle page loads the toasts and starts analytics', async () => {
  void warmUp();
  expect(loadToaster).not.toHaveBeenCalled();

  await vi.runAllTimersAsync();

  expect(loadToaster).toHaveBeenCalledOnce();
  expect(startAnalytics).toHaveBeenCalledOnce();
});

test.each(['focusin', 'pointerdown', 'keydown'])(
  'a %s loads the toasts at once',
  async (intent) => {
    void warmUp();
    document.body.dispatchEvent(new Event(intent, { bubbles: true }));
    await Promise.resolve();
    await Promise.resolve();

    expect(loadToaster).toHaveBeenCalledOnce();
    expect(startAnalytics).not.toHaveBeenCalled();
  },
);

test('a focus in the form before hydration loads the toasts at once', async () => {
  document.body.innerHTML = '<form><input></form>';
  document.querySelector('input')?.focus();
  void warmUp();
  await Promise.resolve();
  await Promise.resolve();

  expect(loadToaster).toHaveBeenCalledOnce();
});

test('analytics starts even if the toasts cannot be loaded', async () => {
  vi.mocked(loadToaster).mockRejectedValue(new Error('offline'));
  void warmUp();

  await vi.runAllTimersAsync();

  expect(startAnalytics).toHaveBeenCalledOnce();
});
