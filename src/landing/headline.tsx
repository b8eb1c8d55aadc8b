import type { ReactNode } from 'react';
import { Ball, Gloss } from '../brand/ball';
import { Gel } from '../brand/gel';
import './headline.css';

/** The tagline. The drawings show its three words: two bodies of gel that meet, connect, and become one. */
export function Headline() {
  return (
    <h1 className="headline">
      <Word text="meet.">
        <Ball body={[23, 30, 20]} fill="berry" />
        <Ball body={[85, 30, 20]} fill="mango" />
      </Word>
      <Word text="connect.">
        <Gel outline="M41 46q8-8 16 0a23 23 0 1 0 0-32q-8 8-16 0a23 23 0 1 0 0 32Z" />
        <Gloss body={[25, 30, 23]} />
        <Gloss body={[73, 30, 23]} />
      </Word>
      <Word text="gel.">
        <Gel outline="M34 58.5h3a28.5 28.5 0 1 0 0-57h-3a28.5 28.5 0 1 0 0 57Z" />
        <Gloss body={[34, 30, 28.5]} />
      </Word>
    </h1>
  );
}

function Word({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="headline-word">
      <span>{text}</span>{' '}
      <svg viewBox="0 0 106 60" aria-hidden="true">
        {children}
      </svg>
    </span>
  );
}
