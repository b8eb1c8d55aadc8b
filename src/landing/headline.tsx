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
