import { pair } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import './headline.css';

/** At each word two bodies of gel move `from` one place `to` another. */
const WORDS = [
  { word: 'meet.', from: pair(14, 98, 30, 12), to: pair(23, 85, 30, 20), damping: 0.7 },
  { word: 'connect.', from: pair(18, 82, 30, 22), to: pair(25, 73, 30, 23), damping: 0.35 },
  { word: 'gel.', from: pair(27, 57, 30, 25), to: pair(34, 37, 30, 28.5), damping: 0.3 },
];

/** The tagline, whose drawings act its three words once as the page opens. */
export function Headline() {
  return (
    <h1 className="headline">
      {WORDS.map(({ word, ...act }, index) => (
        <span key={word} className="headline-word">
          <span>{word}</span>{' '}
          <svg viewBox="0 0 106 60" aria-hidden="true">
            <MovingGel {...act} delay={100 + 150 * index} />
          </svg>
        </span>
      ))}
    </h1>
  );
}
