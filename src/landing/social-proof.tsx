import { site } from '../lib/site';
import type { SignUp } from '../waitlist/fields';
import './social-proof.css';

const AVATARS = ['MK', 'JA', 'TS', 'RL'] as const;

/** Four avatars and how many people are on the waitlist; the last sign-up is the fifth. */
export function SocialProof({ lastSignUp }: { lastSignUp: SignUp | undefined }) {
  return (
    <div className="social-proof">
      <ul aria-hidden="true" translate="no">
        {AVATARS.map((initials) => (
          <li key={initials}>{initials}</li>
        ))}
        {lastSignUp && <li key={lastSignUp.timestamp}>{initialsOf(lastSignUp.name)}</li>}
      </ul>
      <p>
        <strong>{site.waitlistCount}</strong> people already on the waitlist
      </p>
    </div>
  );
}

/** The first letters of the first two words; without letters, the first character. */
function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).slice(0, 2);
  const letters = words.map((word) => /\p{L}/u.exec(word)?.[0] ?? '').join('');
  const [firstCharacter] = name.trim();
  return letters.toLocaleUpperCase() || firstCharacter;
}
