import { Face } from './ball';
import { Gel } from './gel';
import './logo.css';

/** The wordmark: two bodies of gel that became one, as on the icon, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg width="1.9em" viewBox="-1 -1 66 47" aria-hidden="true">
        <Gel a={[22, 22.5, 22]} b={[42, 22.5, 22]} />
        <Face body={[32, 22, 30]} />
      </svg>
      <span translate="no">gel</span>
    </p>
  );
}
