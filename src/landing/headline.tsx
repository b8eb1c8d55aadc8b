import { pair } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import './headline.css';

/** At each word two bodies of gel move from `start` to `rest`. */
const WORDS = [
  { word: 'meet.', start: pair(11, 98, 30, 11), rest: pair(18, 76, 30, 17), damping: 0.5 },
  { word: 'connect.', start: pair(17, 82, 30, 22), rest: pair(22, 69, 30, 21), damping: 0.35 },
  { word: 'gel.', start: pair(25, 55, 30, 24), rest: pair(30, 35, 30, 26), damping: 0.3 },
];

/** After this time on the page, visitors are reading: an act would disturb them. */
const LATE_MS = 3000;

/** The tagline, whose drawings act its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map(({ word, ...act }, index) => (
        <span key={word} className="headline-word">
          <span>{word}</span>{' '}
          <svg viewBox="0 0 106 60" aria-hidden="true">
            <MovingGel {...act} after={100 + 220 * index} until={LATE_MS} />
          </svg>
        </span>
      ))}
    </h1>
  );
}
