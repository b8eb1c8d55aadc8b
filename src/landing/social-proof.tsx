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
  const words = name.trim().split(/\s+/);
  const ends = 'Segmenter' in Intl ? [words[0], ...words.slice(1).slice(-1)] : [words[0]];
  const letters = ends.map((word = '') => [...lettersOf(word)][0]);
  return letters.join('\u200c').toLocaleUpperCase();
}

function lettersOf(word: string): Iterable<string> {
  // A plain word needs no segmenter, which takes tens of milliseconds on a slow phone.
  if (/^[ -~]*$/.test(word) || !('Segmenter' in Intl)) return word;
  return Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment);
}
