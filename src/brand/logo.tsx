import { site } from '../lib/site';
import { Face, Gloss } from './ball';
import { Gel } from './gel';
import './logo.css';

/** The wordmark: two bodies of gel that became one, as on the icon, and the name. */
export function Logo() {
  return (
    <p className="logo">
      <svg width="1.9em" viewBox="-1 -1 66 47" aria-hidden="true">
        <Gel outline="M27 44q5-1.5 10 0a22 22 0 1 0 0-43q-5 1.5-10 0a22 22 0 1 0 0 43Z" />
        <Gloss body={[22, 22.5, 22]} />
        <Gloss body={[42, 22.5, 22]} />
        <Face body={[32, 22, 30]} />
      </svg>
      <span translate="no">{site.name}</span>
    </p>
  );
}
