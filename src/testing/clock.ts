import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Stops timers and the date until `pass` advances them; the network is unaffected. */
export function stopClock(now: Date | number = Date.now()): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
}

/** Advances the clock, with pauses in which responses arrive. */
export async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 0.5) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(500);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    });
  }
}
