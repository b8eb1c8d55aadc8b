import { Face } from './ball';
import { Gel } from './gel';
import { pair } from './gel-path';
import './logo.css';

/** The wordmark: two bodies of gel that became one, as on the icon, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg viewBox="0 0 64 54" aria-hidden="true">
        <Gel bodies={pair(27, 37, 27, 27)} />
        <Face at={[32, 29]} radius={30} />
      </svg>
      <span translate="no">gel</span>
    </p>
  );
}
