import { useEffect, useRef } from 'react';
import { frameWithoutSubmit, pause } from '../lib/wait';
import { Gel } from './gel';
import { type Body, drawingOf } from './gel-path';

type MovingGelProps = {
  /** Where the bodies are at first, including in the prerendered page. */
  start: readonly Body[];
  /** Where they go, once. */
  rest: readonly Body[];
  /** When they leave the start, in milliseconds after React shows the drawing. */
  delay: number;
  /** If they cannot leave the start by then, in milliseconds after the navigation, they stay. */
  deadline?: number;
  /** How soon they come to rest, from 0 (swings for long) to 1 (never beyond the place). */
  damping?: number;
};

const PERIOD_MS = 520;
const DURATION_MS = 1100;

/**
 * Gel that moves once, as if on springs, and in no frame while a submit waits. With reduced motion it is at its rest at
 * once. It moves by attributes, because a render of React in each frame takes longer.
 */
export function MovingGel({ start, rest, delay, deadline = Number.POSITIVE_INFINITY, damping = 0.45 }: MovingGelProps) {
  const gel = useRef<SVGGElement>(null);

  useEffect(() => {
    let isRemoved = false;

    function draw(bodies: readonly Body[]) {
      const parts = gel.current?.querySelectorAll('path, use');
      drawingOf(bodies).forEach((attributes, index) => {
        for (const [name, value] of Object.entries(attributes)) parts?.item(index).setAttribute(name, value);
      });
    }

    async function move() {
      await pause(delay);
      let last = await frameWithoutSubmit();
      if (performance.now() > deadline) return;
      for (let time = 0; time < DURATION_MS && !isRemoved; ) {
        const now = await frameWithoutSubmit();
        // After a wait, the motion goes on where it was.
        time += Math.min(now - last, 50);
        last = now;
        draw(time < DURATION_MS ? between(start, rest, spring(time, damping)) : rest);
      }
    }

    if (matchMedia('(prefers-reduced-motion: reduce)').matches) draw(rest);
    else void move();
    return () => {
      isRemoved = true;
    };
  }, [start, rest, delay, deadline, damping]);

  return <Gel ref={gel} bodies={start} />;
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
