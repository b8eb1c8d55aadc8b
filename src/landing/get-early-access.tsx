import type { SignUp } from '../waitlist/fields';
import { WaitlistForm } from '../waitlist/waitlist-form';
import { DecorativeBlob } from './decorative-blob';
import './get-early-access.css';

type GetEarlyAccessProps = { lastSignUp: SignUp | undefined; onSaved: (signUp: SignUp) => void };

/** The card with the waitlist form. */
export function GetEarlyAccess({ lastSignUp, onSaved }: GetEarlyAccessProps) {
  return (
    <div className="early-access-place">
      <section className="early-access" aria-labelledby="early-access">
        <h2 id="early-access">Get Early Access</h2>
        <WaitlistForm lastSignUp={lastSignUp} onSaved={onSaved} />
        <p className="early-access-privacy">We respect your privacy and will never share your information.</p>
      </section>
      {/* In this place, because the card's height decides where the blob is. */}
      <DecorativeBlob fill="berry" />
    </div>
  );
}
