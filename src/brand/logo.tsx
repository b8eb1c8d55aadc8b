import { Face } from './ball';
import { Gel } from './gel';
import { pair } from './gel-path';
import './logo.css';

/** The wordmark: two bodies of gel that became one, as on the icon, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg viewBox="-1 -1 66 59" aria-hidden="true">
        <Gel bodies={pair(28.5, 35.5, 28.5, 28.5)} />
        <Face at={[32, 28]} radius={32} />
      </svg>
      <span translate="no">gel</span>
    </p>
  );
}
