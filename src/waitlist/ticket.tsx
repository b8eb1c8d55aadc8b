import { type Ref, useEffect, useState } from 'react';
import type { Body } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import { site } from '../site';
import './ticket.css';

/** How two came to the card, as the story beside its heading leaves them. */
const TOGETHER: readonly Body[] = [
  [34, 50, 20],
  [86, 50, 20],
];

/** The page scrolls to the ticket first. */
const SCROLL_MS = 400;

/**
 * Takes the intro's place after a save: toasts vanish, this stays. A ticket with the visitor's
 * first name and a gel that is grown from it; under it the invitation to add someone else.
 */
export function Ticket({ name, ref }: { name: string; ref: Ref<HTMLDivElement> }) {
  const [firstName = ''] = name.trim().split(/\s+/);
  const [bodies, setBodies] = useState(TOGETHER);

  useEffect(() => {
    const timer = setTimeout(setBodies, SCROLL_MS, gelOf(name));
    return () => clearTimeout(timer);
  }, [name]);

  return (
    <div className="ticket">
      <div className="ticket-ground" />
      <div ref={ref} tabIndex={-1} className="ticket-words" data-long={firstName.length > 9}>
        <p className="ticket-name">
          <span>You're in,</span> <span translate="no">{`${firstName}.`}</span>
        </p>
        <p className="ticket-saved">
          <span>Your spot is saved.</span> <span>500+ and you</span>
        </p>
      </div>
      <svg className="ticket-gel" viewBox="0 0 120 100" aria-hidden="true">
        <MovingGel bodies={bodies} />
      </svg>
      <div className="ticket-friend">
        <p>Bringing a friend? Add them here.</p>
        {'share' in navigator && (
          <button type="button" aria-label="Share gel" onClick={share}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 15V4M8 7.5L12 3.5L16 7.5M5 12v6a2.5 2.5 0 0 0 2.5 2.5h9A2.5 2.5 0 0 0 19 18v-6" />
            </svg>
          </button>
        )}
      </div>
    </div>
  );
}

/** Two who became one, in a shape that is the name's own. */
function gelOf(name: string): readonly Body[] {
  const seed = Array.from(name).reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973,
    7,
  );
  const direction = (seed % 24) * (Math.PI / 12);
  const [x, y] = [Math.cos(direction), Math.sin(direction)];
  const apart = 12 + (seed % 5) * 3;
  const lean = 3 + (seed % 7);
  return [
    [60 - x * apart, 50 - y * apart * 0.5, 36 - lean / 2],
    [60 + x * apart, 50 + y * apart * 0.5, 30 - lean],
  ];
}

/** The browser's own sheet, with nothing of the visitor in the link. */
function share() {
  navigator.share({ title: site.title, url: window.location.origin }).catch(() => {
    // Closed without sharing.
  });
}
