import { site } from '../lib/site';
import './social-proof.css';

const AVATARS = ['MK', 'JA', 'TS', 'RL'] as const;

/** Four avatars, and how many people are on the waitlist. */
export function SocialProof() {
  return (
    <div className="social-proof">
      <ul aria-hidden="true" translate="no">
        {AVATARS.map((initials) => (
          <li key={initials}>{initials}</li>
        ))}
      </ul>
      <p>
        <strong>{site.waitlistCount}</strong> people already on the waitlist
      </p>
    </div>
  );
}
