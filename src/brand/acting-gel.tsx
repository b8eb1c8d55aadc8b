import { useEffect, useState } from 'react';
import type { Body } from './gel-path';
import { MovingGel } from './moving-gel';

type ActingGelProps = {
  /** Where the bodies are until the script arrives. */
  start: readonly Body[];
  /** Where they go then. */
  rest: readonly Body[];
  /** When they leave the start, in milliseconds after the script arrives. */
  after: number;
  /** How soon they come to rest, as in `MovingGel`. */
  damping: number;
};

/** After this time on the page, visitors are reading: an act would disturb them. */
const LATE_MS = 3000;

/** Gel that moves once as the page opens. With reduced motion it stays at its start. */
export function ActingGel({ start, rest, after, damping }: ActingGelProps) {
  const [bodies, setBodies] = useState(start);

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill || performance.now() > LATE_MS) return;
    const timer = setTimeout(setBodies, after, rest);
    return () => clearTimeout(timer);
  }, [rest, after]);

  return <MovingGel bodies={bodies} damping={damping} />;
}
