import { useEffect, useState } from 'react';
import type { GelProps } from './gel';
import type { Body } from './gel-path';
import { MovingGel } from './moving-gel';

type ActingGelProps = Pick<GelProps, 'fill'> & {
  /** Where the bodies are before the script arrives, and after the act. */
  rest: readonly Body[];
  /** Where they step back to at the beginning of the act. */
  start: readonly Body[];
  /** When they leave the start, in milliseconds after the script arrives. */
  after: number;
  /** How soon they come to rest, as in `MovingGel`. */
  damping: number;
};

/** After this time on the page, visitors are reading: an act would disturb them. */
const LATE_MS = 3000;

/** Gel that moves once as the page opens, from `start` to `rest`. With reduced motion it is still. */
export function ActingGel({ rest, start, after, damping, fill }: ActingGelProps) {
  const [bodies, setBodies] = useState(rest);

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill || performance.now() > LATE_MS) return;
    setBodies(start);
    const timer = setTimeout(setBodies, after, rest);
    return () => clearTimeout(timer);
  }, [rest, start, after]);

  return <MovingGel fill={fill} bodies={bodies} damping={bodies === rest ? damping : 0.9} />;
}
