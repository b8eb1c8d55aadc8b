import { ActingGel } from '../brand/acting-gel';
import type { Body } from '../brand/gel-path';
import './headline.css';

type Word = {
  word: string;
  /** What two bodies of gel do at this word, and where they come from. */
  rest: readonly Body[];
  start: readonly Body[];
  after: number;
  damping: number;
};

/** Two bodies of one size beside each other. */
const pair = (x1: number, x2: number, radius: number): readonly Body[] => [
  [x1, 30, radius],
  [x2, 30, radius],
];

const WORDS: readonly Word[] = [
  { word: 'meet.', rest: pair(18, 76, 17), start: pair(12, 98, 11), after: 350, damping: 0.62 },
  { word: 'connect.', rest: pair(22, 69, 21), start: pair(17, 90, 15), after: 650, damping: 0.42 },
  { word: 'gel.', rest: pair(28, 37, 26), start: pair(21, 70, 20), after: 950, damping: 0.38 },
];

/** The tagline, whose drawings act its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map(({ word, ...act }) => (
        <span key={word} className="headline-word">
          <span>{word}</span>{' '}
          <svg viewBox="0 0 106 60" aria-hidden="true">
            <ActingGel {...act} />
          </svg>
        </span>
      ))}
    </h1>
  );
}
