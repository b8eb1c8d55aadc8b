import { Gel } from './gel';
import { body } from './gel-path';
import './logo.css';

/** The wordmark: two bodies of gel that became one, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg viewBox="0 0 60 40" aria-hidden="true">
        <Gel bodies={[body(20, 20, 17), body(43, 21, 13)]} />
      </svg>
      <span translate="no">gel</span>
    </p>
  );
}
