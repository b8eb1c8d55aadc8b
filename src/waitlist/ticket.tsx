import { type Ref, useEffect, useState } from 'react';
import type { Body } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import { site } from '../site';
import { TICKET, ticketName } from './waitlist-words';
import './ticket.css';

/** Two bodies as `Progress` leaves them. */
const TOGETHER: readonly Body[] = [
  [34, 50, 20],
  [86, 50, 20],
];

/** On phones the page scrolls to the ticket meanwhile. */
const GEL_DELAY_MS = 250;

/**
 * The card's state after success, because toasts vanish. A group named by its lines, so that a
 * screen reader announces them when the ticket takes the focus. Not by `aria-labelledby`: Orca then
 * announces some of the lines twice.
 */
export function Ticket({ ref, name }: { ref: Ref<HTMLDivElement>; name: string }) {
  const firstName = firstNameOf(name);
  const [bodies, setBodies] = useState(TOGETHER);

  useEffect(() => {
    const timer = setTimeout(setBodies, GEL_DELAY_MS, gelOf(name));
    return () => clearTimeout(timer);
  }, [name]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div ref={ref} tabIndex={-1} className="ticket" role="group" aria-label={ticketName(firstName)}>
      <div className="ticket-ground" />
      <p className="ticket-name" data-long={firstName.length > 9}>
        <span>{TICKET.greeting}</span>{' '}
        <span>
          <bdi translate="no">{firstName}</bdi>.
        </span>
      </p>
      <svg className="ticket-gel" viewBox="0 0 120 100" aria-hidden="true">
        <MovingGel bodies={bodies} />
      </svg>
      <p className="ticket-saved">
        <span>{TICKET.saved}</span> <span>{`${site.waitlistCount} and you`}</span>
      </p>
    </div>
  );
}

/** The first word in Latin script. Elsewhere a given name may have several: the whole name. */
function firstNameOf(name: string): string {
  const trimmed = name.trim();
  return /^\p{Script=Latin}/u.test(trimmed) ? trimmed.replace(/\s.*/su, '') : trimmed;
}

/** Two bodies that melt into a shape of the name's own. */
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
