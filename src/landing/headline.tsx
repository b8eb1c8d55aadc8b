import { ActingGel } from '../brand/acting-gel';
import { pair } from '../brand/gel-path';
import './headline.css';

/** At each word two bodies of gel move from `start` to `rest`. */
const WORDS = [
  { word: 'meet.', rest: pair(18, 76, 30, 17), start: pair(18, 84, 30, 16), damping: 0.62 },
  { word: 'connect.', rest: pair(22, 69, 30, 21), start: pair(22, 77, 30, 20), damping: 0.42 },
  { word: 'gel.', rest: pair(30, 35, 30, 26), start: pair(28, 43, 30, 25), damping: 0.38 },
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
