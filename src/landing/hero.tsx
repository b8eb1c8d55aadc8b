import { Gel } from '../brand/gel';
import type { Body } from '../brand/gel-path';
import { Logo } from '../brand/logo';
import './hero.css';

/** The three words of the tagline, each with what two bodies of gel do meanwhile. */
const words: ReadonlyArray<{ word: string; a: Body; b: Body }> = [
  { word: 'meet.', a: [20, 30, 17], b: [88, 30, 17] },
  { word: 'connect.', a: [29, 30, 21], b: [76, 30, 21] },
  { word: 'gel.', a: [30, 30, 27], b: [49, 30, 27] },
];

const crowd = ['MK', 'JA', 'TS', 'RL'] as const;

/** Logo, tagline, text and the crowd that is already there. There from the first paint. */
export function Hero() {
  return (
    <div className="hero">
      <svg className="hero-gel" viewBox="0 0 300 240" aria-hidden="true">
        <Gel a={[92, 148, 74]} b={[214, 92, 62]} />
      </svg>
      <header>
        <Logo />
      </header>
      <h1>
        {words.map(({ word, a, b }) => (
          <span key={word} className="hero-word">
            {word}{' '}
            <svg viewBox="0 0 106 60" aria-hidden="true">
              <Gel a={a} b={b} />
            </svg>
          </span>
        ))}
      </h1>
      <p className="hero-text">
        Stop pulling up solo—find your vibe, match with your people, and know who's going before you
        even step in.
      </p>
      <div className="hero-crowd">
        <ul aria-hidden="true">
          {crowd.map((initials) => (
            <li key={initials}>{initials}</li>
          ))}
        </ul>
        <p>500+ people already on the waitlist</p>
      </div>
    </div>
  );
}
