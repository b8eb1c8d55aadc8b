import { useDeferredValue } from 'react';
import { site } from '../lib/site';
import { useLastSignUp } from '../waitlist/save';
import './social-proof.css';

const AVATARS = ['MK', 'JA', 'TS', 'RL'] as const;

/** Four avatars and how many people are on the waitlist; the last sign-up is the fifth. */
export function SocialProof() {
  // Null while React hydrates: an early submit may be saved before, and the prerendered page lacks it.
  const lastSignUp = useDeferredValue(useLastSignUp(), null);
  return (
    <div className="social-proof">
      <ul aria-hidden="true" translate="no">
        {AVATARS.map((initials) => (
          <li key={initials}>{initials}</li>
        ))}
        {lastSignUp && <li key={lastSignUp.id}>{initialsOf(lastSignUp.name)}</li>}
      </ul>
      <p>
        <strong>{site.waitlistCount}</strong> people already on the waitlist
      </p>
    </div>
  );
}

/** What a reader sees as one letter: a flag, or a character with its marks and with what is joined to it. */
const LETTER = /^(\p{RI}{2}|.(\p{Mark}|\p{EMod}|\u200d.)*)/su;

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], ...words.slice(1).slice(-1)].map((word = '') => LETTER.exec(word)?.[0]);
  return letters.join('').toLocaleUpperCase();
}
