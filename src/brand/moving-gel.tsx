import { useEffect, useRef, useState } from 'react';
import { Gel, type GelProps, redraw } from './gel';
import type { Body } from './gel-path';

type MovingGelProps = Pick<GelProps, 'fill'> & {
  /** Where the bodies are to be. The same array as before is no new place. */
  bodies: readonly Body[];
  /** How soon they come to rest, from 0 (swings for long) to 1 (never beyond the place). */
  damping?: number;
};

const PERIOD_MS = 520;
const DURATION_MS = 1100;

/** Gel that goes to where it is placed as if on springs; at once with reduced motion. */
export function MovingGel({ bodies, damping = 0.45, fill }: MovingGelProps) {
  const drawing = useRef<SVGGElement>(null);
  // What React draws; from then on the frames do.
  const [first] = useState(bodies);
  const last = useRef(bodies);

  useEffect(() => {
    const from = last.current;
    if (from === bodies) return;
    const show = (next: readonly Body[]) => {
      last.current = next;
      if (drawing.current) redraw(drawing.current, next);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(bodies);

    let start: number | undefined;
    let frame = requestAnimationFrame(function move(now) {
      start ??= now;
      const isThere = now - start > DURATION_MS;
      show(isThere ? bodies : between(from, bodies, spring(now - start, damping)));
      if (!isThere) frame = requestAnimationFrame(move);
    });
    return () => cancelAnimationFrame(frame);
  }, [bodies, damping]);

  return <Gel ref={drawing} bodies={first} fill={fill} />;
}

/** How far a damped spring has come at this time: from 0 over 1 and back to it. */
function spring(milliseconds: number, damping: number): number {
  const angle = (milliseconds / PERIOD_MS) * 2 * Math.PI;
  const swing = Math.sqrt(1 - damping * damping);
  return (
    1 -
    Math.exp(-damping * angle) *
      (Math.cos(swing * angle) + (damping / swing) * Math.sin(swing * angle))
  );
}

function between(from: readonly Body[], to: readonly Body[], part: number): Body[] {
  return to.map(([x, y, r], index) => {
    const [fromX, fromY, fromR] = from[index] ?? [x, y, r];
    return [
      fromX + (x - fromX) * part,
      fromY + (y - fromY) * part,
      fromR + (r - fromR) * part,
    ] as const;
  });
}
