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

/**
 * The first letters of the first and the last word, which do not join: in some scripts, they would be a word. A browser
 * that cannot tell letters apart shows the first character.
 */
function initialsOf(name: string): string {
  if (!('Segmenter' in Intl)) return Array.from(name.trim()).slice(0, 1).join('').toLocaleUpperCase();
  const words = name.trim().split(/\s+/);
  const letters = [words[0], ...words.slice(1).slice(-1)].map(
    (word = '') => [...new Intl.Segmenter().segment(word)][0]?.segment,
  );
  return letters.join('\u200c').toLocaleUpperCase();
}
