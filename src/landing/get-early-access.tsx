import { WaitlistForm } from '../waitlist/waitlist-form';
import { DecorativeBlob } from './decorative-blob';
import './get-early-access.css';

/** The card with the waitlist form. */
export function GetEarlyAccess() {
  return (
    <div className="get-early-access-frame">
      <section className="get-early-access" aria-labelledby="early-access">
        <WaitlistForm heading={<h2 id="early-access">Get Early Access</h2>} />
        <p className="get-early-access-privacy">We respect your privacy and will never share your information.</p>
      </section>
      {/* In this place, because the blob is placed by the card. */}
      <DecorativeBlob fill="berry" />
    </div>
  );
}
