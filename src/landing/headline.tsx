import { useEffect, useState } from 'react';
import type { Body } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import './headline.css';

type Word = {
  word: string;
  /** What two bodies of gel do at this word, and where they come from. */
  rest: readonly Body[];
  start: readonly Body[];
  /** When they leave the start, in milliseconds after the first. */
  after: number;
  damping: number;
};

const WORDS: readonly Word[] = [
  {
    word: 'meet.',
    rest: [
      [18, 30, 17],
      [76, 30, 17],
    ],
    start: [
      [12, 30, 11],
      [98, 30, 11],
    ],
    after: 350,
    damping: 0.62,
  },
  {
    word: 'connect.',
    rest: [
      [22, 30, 21],
      [69, 30, 21],
    ],
    start: [
      [17, 30, 15],
      [90, 30, 15],
    ],
    after: 650,
    damping: 0.42,
  },
  {
    word: 'gel.',
    rest: [
      [28, 30, 26],
      [37, 30, 26],
    ],
    start: [
      [21, 30, 20],
      [70, 30, 20],
    ],
    after: 950,
    damping: 0.38,
  },
];

/** Who opens the page later than this reads it already. */
const LATE_MS = 3000;

/** The tagline, which acts its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map((word) => (
        <HeadlineWord key={word.word} {...word} />
      ))}
    </h1>
  );
}

function HeadlineWord({ word, rest, start, after, damping }: Word) {
  const [bodies, setBodies] = useState(rest);

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill || performance.now() > LATE_MS) return;
    // From the first paint they are where they belong: they step back first, then they meet.
    setBodies(start);
    const timer = setTimeout(setBodies, after, rest);
    return () => clearTimeout(timer);
  }, [rest, start, after]);

  return (
    <span className="headline-word">
      <span>{word}</span>{' '}
      <svg viewBox="0 0 106 60" aria-hidden="true">
        <MovingGel bodies={bodies} damping={bodies === rest ? damping : 0.9} />
      </svg>
    </span>
  );
}
