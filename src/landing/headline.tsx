import { Gel } from '../brand/gel';
import type { Body } from '../brand/gel-path';
import './headline.css';

/** The tagline. The drawings show its three words: two bodies of gel that meet, connect, and become one. */
export function Headline() {
  return (
    <h1 className="headline">
      <Word text="meet." a={[23, 30, 20]} b={[85, 30, 20]} />
      <Word text="connect." a={[25, 30, 23]} b={[73, 30, 23]} />
      <Word text="gel." a={[34, 30, 28.5]} b={[37, 30, 28.5]} />
    </h1>
  );
}

function Word({ text, a, b }: { text: string; a: Body; b: Body }) {
  return (
    <span className="headline-word">
      <span>{text}</span>{' '}
      <svg viewBox="0 0 106 60" aria-hidden="true">
        <Gel a={a} b={b} />
      </svg>
    </span>
  );
}
