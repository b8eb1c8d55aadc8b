import { beforeEach, expect, test, vi } from 'vitest';
import { startAnalytics } from './analytics/analytics';
import { stopClock } from './test-setup/clock';
import { loadToaster } from './ui/show-toast';
import { warmUp } from './warm-up';

vi.mock('./analytics/analytics');
vi.mock('./ui/show-toast');

beforeEach(() => {
  stopClock();
  vi.mocked<() => Promise<unknown>>(loadToaster).mockResolvedValue(undefined);
});

test('a quiet page loads the toasts, and four seconds after its start analytics', async () => {
  void warmUp();
  expect(loadToaster).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(3_999);
  expect(loadToaster).toHaveBeenCalledOnce();
  expect(startAnalytics).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(1_000);
  expect(startAnalytics).toHaveBeenCalledOnce();
});

test.each(['scroll', 'focusin', 'pointerdown', 'keydown'])('a %s starts analytics sooner', async (interest) => {
  void warmUp();
  document.body.dispatchEvent(new Event(interest, { bubbles: true }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(startAnalytics).toHaveBeenCalledOnce();
});

test('analytics starts even if the toasts cannot be loaded', async () => {
  vi.mocked(loadToaster).mockRejectedValue(new Error('offline'));
  void warmUp();

  await vi.runAllTimersAsync();

  expect(startAnalytics).toHaveBeenCalledOnce();
});
