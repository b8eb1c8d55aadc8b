import { ActingGel } from '../brand/acting-gel';
import { pair } from '../brand/gel-path';
import './headline.css';

/** At each word two bodies of gel move from `start` to `rest`. */
const WORDS = [
  { word: 'meet.', rest: pair(18, 76, 30, 17), start: pair(12, 98, 30, 11), damping: 0.62 },
  { word: 'connect.', rest: pair(22, 69, 30, 21), start: pair(17, 90, 30, 15), damping: 0.42 },
  { word: 'gel.', rest: pair(28, 37, 30, 26), start: pair(21, 70, 30, 20), damping: 0.38 },
];

/** The tagline, whose drawings act its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map(({ word, ...act }, index) => (
        <span key={word} className="headline-word">
          <span>{word}</span>{' '}
          <svg viewBox="0 0 106 60" aria-hidden="true">
            <ActingGel {...act} after={350 + 300 * index} />
          </svg>
        </span>
      ))}
    </h1>
  );
}
