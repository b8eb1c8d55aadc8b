import { useDeferredValue } from 'react';
import { site } from '../site';
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

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], ...words.slice(1).slice(-1)].map(firstLetter).join('').toLocaleUpperCase();
}

/** What a reader sees as one letter: an emoji may consist of several code points. */
function firstLetter(word = ''): string {
  const [latin] = /^\p{Script=Latin}\p{Mark}*/u.exec(word) ?? [];
  // A segmenter takes 50 ms on a slow phone.
  if (latin) return latin;
  // Firefox has it since version 125.
  if (!Intl.Segmenter) return Array.from(word)[0] ?? '';
  return new Intl.Segmenter().segment(word).containing(0)?.segment ?? '';
}
