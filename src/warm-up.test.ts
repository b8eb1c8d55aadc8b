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

test('the toasts are fetched, and analytics started, when the page is idle', async () => {
  void warmUp();
  expect(loadToaster).not.toHaveBeenCalled();

  await vi.runAllTimersAsync();

  expect(loadToaster).toHaveBeenCalledOnce();
  expect(startAnalytics).toHaveBeenCalledOnce();
});

test.each(['focusin', 'pointerdown', 'keydown'])('a %s does not wait for that', async (intent) => {
  void warmUp();
  document.body.dispatchEvent(new Event(intent, { bubbles: true }));
  await Promise.resolve();
  await Promise.resolve();

  expect(loadToaster).toHaveBeenCalledOnce();
  expect(startAnalytics).not.toHaveBeenCalled();
});

test('a focus in the form before the app counts as interest', async () => {
  document.body.innerHTML = '<form><input></form>';
  document.querySelector('input')?.focus();
  void warmUp();
  await Promise.resolve();
  await Promise.resolve();

  expect(loadToaster).toHaveBeenCalledOnce();
});

test('toasts that cannot be fetched ahead do not keep analytics from starting', async () => {
  vi.mocked(loadToaster).mockRejectedValue(new Error('offline'));
  void warmUp();

  await vi.runAllTimersAsync();

  expect(startAnalytics).toHaveBeenCalledOnce();
});
