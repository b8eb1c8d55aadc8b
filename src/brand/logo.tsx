import { Face } from './ball';
import { Gel } from './gel';
import { pair } from './gel-path';
import './logo.css';

/** The wordmark: two bodies of gel that became one, as on the icon, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg viewBox="-1 -1 66 47" aria-hidden="true">
        <Gel bodies={pair(22, 42, 22.5, 22)} />
        <Face at={[32, 22]} radius={30} />
      </svg>
      <span translate="no">gel</span>
    </p>
  );
}
