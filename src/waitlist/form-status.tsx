import type { Ref } from 'react';
import { FORM_UNAVAILABLE, type STATUS } from './words';

/** What is announced, and shown if a save failed; `count` grows with each announcement. */
export type Status = { kind: keyof typeof STATUS; text: string; count: number };

/** The region between the fields and the button: the status, or that the form did not load. */
export function FormStatus({ ref, status }: { ref: Ref<HTMLDivElement>; status: Status }) {
  const look = status.kind === 'failed' ? 'error-mark' : 'visually-hidden';
  return (
    // Not role="status": screen readers announce that role even while it is empty.
    <div ref={ref} className="waitlist-form-status" aria-live="polite">
      <p className="waitlist-form-line">
        {/* A new element each time: screen readers do not announce a text that stays the same. */}
        <span key={status.count} className={look}>
          {status.text}
        </span>
      </p>
      {/* waitlist-form.css hides this line unless the form did not load (before-react.ts). */}
      <p className="waitlist-form-not-loaded">
        {FORM_UNAVAILABLE.notLoaded}{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: the page's own address, with its parameters */}
        <a href="">{FORM_UNAVAILABLE.reload}</a> {FORM_UNAVAILABLE.purpose}
      </p>
    </div>
  );
}
