import { useEffect, useState } from 'react';
import { Gel } from './gel';
import type { Body } from './gel-path';

type MovingGelProps = {
  /** Where the bodies are at first, including in the prerendered page. */
  from: readonly Body[];
  /** Where they go, once. */
  to: readonly Body[];
  /** When they begin to move, in milliseconds after React shows the drawing. */
  delay: number;
  /** How soon they come to rest, from 0 (swings for long) to 1 (never beyond the place). */
  damping?: number;
};

const PERIOD_MS = 520;
const DURATION_MS = 1100;

/**
 * Gel that moves once, as if on springs. With reduced motion it is at its end at once. React renders each frame,
 * because CSS cannot animate an outline that melts. The spring is our own, because framer-motion's adds 6 kB to the
 * first download.
 */
export function MovingGel({ from, to, delay, damping = 0.45 }: MovingGelProps) {
  const [bodies, setBodies] = useState(from);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setBodies(to);
      return;
    }
    let frame = 0;
    const timer = setTimeout(() => {
      const begin = performance.now();
      frame = requestAnimationFrame(function move(now) {
        const time = now - begin;
        setBodies(time < DURATION_MS ? between(from, to, spring(time, damping)) : to);
        if (time < DURATION_MS) frame = requestAnimationFrame(move);
      });
    }, delay);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [from, to, delay, damping]);

  return <Gel bodies={bodies} />;
}

/** How far a damped spring has come at this time: from 0 over 1 and back to it. */
function spring(milliseconds: number, damping: number): number {
  const angle = (milliseconds / PERIOD_MS) * 2 * Math.PI;
  const swing = Math.sqrt(1 - damping * damping);
  return 1 - Math.exp(-damping * angle) * (Math.cos(swing * angle) + (damping / swing) * Math.sin(swing * angle));
}

function between(from: readonly Body[], to: readonly Body[], part: number): Body[] {
  return to.map(([x, y, r], index) => {
    const [fromX, fromY, fromR] = from[index] ?? [x, y, r];
    return [fromX + (x - fromX) * part, fromY + (y - fromY) * part, fromR + (r - fromR) * part] as const;
  });
}
