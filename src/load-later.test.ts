import { beforeEach, expect, test, vi } from 'vitest';
import { startAnalytics } from './analytics/analytics';
import { loadLater } from './load-later';
import { stopClock } from './testing/clock';
import { loadToaster } from './ui/show-toast';

vi.mock('./analytics/analytics');
vi.mock('./ui/show-toast');

beforeEach(() => {
  stopClock();
  // Analytics starts even if the toasts cannot be loaded.
  vi.mocked(loadToaster).mockRejectedValue(new Error('offline'));
});

test('a quiet page loads the toasts and analytics after five seconds', async () => {
  void loadLater();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(loadToaster).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loadToaster).toHaveBeenCalledOnce();
  expect(startAnalytics).toHaveBeenCalledOnce();
});

test.each(['scroll', 'focusin', 'pointerdown', 'keydown'])(
  'a %s loads the toasts and analytics sooner',
  async (interest) => {
    void loadLater();
    document.body.dispatchEvent(new Event(interest, { bubbles: true }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startAnalytics).toHaveBeenCalledOnce();
  },
);
