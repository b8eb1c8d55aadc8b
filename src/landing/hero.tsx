import type { ReactNode } from 'react';
import { Ball, Gloss } from '../brand/ball';
import { Gel } from '../brand/gel';
import { Logo } from '../brand/logo';
import './hero.css';

/** Logo, tagline, text, and social proof: visible from the first paint. */
export function Hero() {
  return (
    <div className="hero">
      <header>
        <Logo />
      </header>
      <div>
        <Headline />
        <p className="hero-text">
          Stop pulling up solo—find your vibe, match with your people, and know who's going before you even step in.
        </p>
        <SocialProof />
      </div>
    </div>
  );
}

/** The tagline. The drawings show its three words: two bodies of gel that meet, connect, and become one. */
function Headline() {
  return (
    <h1>
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
    <span className="hero-word">
      <span>{text}</span>{' '}
      <svg viewBox="0 0 106 60" aria-hidden="true">
        {children}
      </svg>
    </span>
  );
}

const AVATARS = [
  { initials: 'MK', fill: 'var(--mango)' },
  { initials: 'JA', fill: 'var(--rose)' },
  { initials: 'TS', fill: 'var(--lime)' },
  { initials: 'RL', fill: 'var(--sky)' },
];

/** Four avatars, and how many people are on the waitlist. */
function SocialProof() {
  return (
    <div className="hero-social-proof">
      <svg className="notranslate" width="9.5em" height="2.75em" viewBox="0 0 152 44" aria-hidden="true">
        <g fontSize="12" fontWeight="700" textAnchor="middle">
          {AVATARS.map(({ initials, fill }, index) => (
            <g key={initials} transform={`translate(${22 + 36 * index} 22)`}>
              <circle fill={fill} stroke="var(--paper)" strokeWidth="3" r="20.5" />
              <text fill="var(--on-gel)" y="4.5">
                {initials}
              </text>
            </g>
          ))}
        </g>
      </svg>
      <p>
        <strong>500+</strong> people already on the waitlist
      </p>
    </div>
  );
}
