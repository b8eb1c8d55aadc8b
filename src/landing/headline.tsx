import { ActingGel } from '../brand/acting-gel';
import { pair } from '../brand/gel-path';
import './headline.css';

/** At each word two bodies of gel move from `start` to `rest`. */
const WORDS = [
  { word: 'meet.', start: pair(11, 98, 30, 11), rest: pair(18, 76, 30, 17), damping: 0.5 },
  { word: 'connect.', start: pair(17, 82, 30, 22), rest: pair(22, 69, 30, 21), damping: 0.35 },
  { word: 'gel.', start: pair(25, 55, 30, 24), rest: pair(30, 35, 30, 26), damping: 0.3 },
];

/** The tagline, whose drawings act its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map(({ word, ...act }, index) => (
        <span key={word} className="headline-word">
          <span>{word}</span>{' '}
          <svg viewBox="0 0 106 60" aria-hidden="true">
            <ActingGel {...act} after={100 + 220 * index} />
          </svg>
        </span>
      ))}
    </h1>
  );
}
