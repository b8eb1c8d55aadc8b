import type { Ref } from 'react';
import { type STATUS, WITHOUT_APP } from './words';

/** What is announced, and shown if a save failed; `count` is another number for each announcement. */
export type Status = { kind: keyof typeof STATUS; text: string; count: number };

/** The region between the fields and the button: the status, or that the form did not load. */
export function Outcome({ ref, status }: { ref: Ref<HTMLDivElement>; status: Status }) {
  const look = status.kind === 'failed' ? 'error-mark' : 'visually-hidden';
  return (
    // Not role="status": screen readers announce that role even while it is empty.
    <div ref={ref} className="waitlist-form-outcome" aria-live="polite">
      <p className="waitlist-form-status">
        {/* A new element each time: screen readers do not announce a text that stays the same. */}
        <span key={status.count} className={look}>
          {status.text}
        </span>
      </p>
      {/* waitlist-form.css hides this line while the app loads, and when React handles the form. */}
      <p className="waitlist-form-late">
        {WITHOUT_APP.late} {/* biome-ignore lint/a11y/useValidAnchor: the page's own address, with its parameters */}
        <a href="">{WITHOUT_APP.reload}</a> {WITHOUT_APP.purpose}
      </p>
    </div>
  );
}
