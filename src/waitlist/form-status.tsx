import { useHydrated } from '@tanstack/react-router';
import type { Ref } from 'react';
import { FORM_UNAVAILABLE } from './words';
import './form-status.css';

type FormStatusProps = {
  ref: Ref<HTMLDivElement>;
  /** What is announced, and shown if it is a failure. */
  text: string;
  isFailure: boolean;
  /** To announce the same text again, increase it. */
  repetition: number;
};

/** The region between the fields and the button: the status, or why the form does not work. */
export function FormStatus({ ref, text, isFailure, repetition }: FormStatusProps) {
  const isReady = useHydrated();
  return (
    // Not role="status": screen readers announce that role even while it is empty. `data-nosnippet`, because
    // search engines would show its hidden lines.
    <div ref={ref} className="form-status" aria-live="polite" data-nosnippet>
      {/* A new element for each repetition: screen readers do not announce a text that stays the same. */}
      <p key={repetition} className={isFailure ? 'error-message' : 'visually-hidden'}>
        {text}
      </p>
      {/* Only in the prerendered form. form-status.css shows it after ten seconds. */}
      {!isReady && (
        <p className="error-message form-status-not-loaded">
          {FORM_UNAVAILABLE.notLoaded}{' '}
          {/* biome-ignore lint/a11y/useValidAnchor: the page's own address, with its parameters */}
          <a href="">{FORM_UNAVAILABLE.reload}</a> {FORM_UNAVAILABLE.purpose}
        </p>
      )}
      <noscript>
        <p className="error-message">{FORM_UNAVAILABLE.noScript}</p>
      </noscript>
    </div>
  );
}
