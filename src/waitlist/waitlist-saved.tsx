import type { Ref } from 'react';
import { Gel } from '../brand/gel';

/** Takes the intro's place after a save: toasts vanish, this stays. */
export function WaitlistSaved({ ref }: { ref: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} tabIndex={-1} className="waitlist-form-saved">
      <svg viewBox="0 0 100 64" aria-hidden="true">
        <Gel a={[38, 32, 30]} b={[62, 32, 30]} fill="ink" />
      </svg>
      <span>
        <strong>Your spot is saved.</strong> Bringing a friend? Add them here.
      </span>
    </p>
  );
}
