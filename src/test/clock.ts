import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Puts timers and the date on a clock that stands until `pass`; the network goes on as usual. */
export function stopClock(now: Date | number = Date.now()): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
}

/** Lets time pass, with pauses in which the network answers. */
export async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 0.5) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(500);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    });
  }
}
