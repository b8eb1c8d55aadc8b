import { useRef } from 'react';
import { WaitlistForm } from '../waitlist/waitlist-form';
import { DecorativeBlob } from './decorative-blob';
import './get-early-access.css';

/** The card with the waitlist form. */
export function GetEarlyAccess() {
  const card = useRef<HTMLElement>(null);
  return (
    <div className="early-access-place">
      <section ref={card} className="early-access" aria-labelledby="early-access">
        <h2 id="early-access">Get Early Access</h2>
        <WaitlistForm card={card} />
        <p className="early-access-privacy">We respect your privacy and will never share your information.</p>
      </section>
      {/* In this place, because the card's height decides where the blob is. */}
      <DecorativeBlob fill="berry" />
    </div>
  );
}
