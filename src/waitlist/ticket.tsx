import type { CSSProperties, Ref } from 'react';
import { pair } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';
import { TICKET, ticketName } from './waitlist-words';
import './ticket.css';

const TOGETHER = pair(34, 86, 50, 20);
const MELTED = pair(50, 70, 44, 34);

/** On phones the page scrolls to the ticket meanwhile. */
const GEL_DELAY_MS = 250;

/**
 * The card's state after success, because toasts vanish. A group named by its lines, so that a
 * screen reader announces them when the ticket takes the focus. Not by `aria-labelledby`: Orca then
 * announces some of the lines twice.
 */
export function Ticket({ ref, name }: { ref: Ref<HTMLDivElement>; name: string }) {
  const firstName = firstNameOf(name);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div ref={ref} tabIndex={-1} className="ticket" role="group" aria-label={ticketName(firstName)}>
      <div className="ticket-ground" />
      <p className="ticket-name" style={{ '--letters': firstName.length } as CSSProperties}>
        <span>{TICKET.greeting}</span>{' '}
        <span>
          <bdi translate="no">{firstName}</bdi>.
        </span>
      </p>
      <svg className="ticket-gel" viewBox="0 0 120 100" aria-hidden="true">
        <MovingGel start={TOGETHER} rest={MELTED} after={GEL_DELAY_MS} />
        <g>
          <path className="face" d="M45 43q5-8 10 0M65 43q5-8 10 0" />
          <path fill="var(--on-gel)" d="M52 50h16a8 8 0 0 1-16 0Z" />
          <circle fill="var(--lime)" cx="13" cy="17" r="5" />
          <circle fill="var(--sky)" cx="113" cy="14" r="6" />
          <circle fill="var(--peach)" cx="117" cy="70" r="5" />
          <circle fill="var(--rose)" cx="4" cy="46" r="4" />
          <circle fill="var(--rose)" cx="86" cy="2" r="4" />
        </g>
      </svg>
      <p className="ticket-saved">{TICKET.saved}</p>
    </div>
  );
}

/** The first word in Latin script. Elsewhere a given name may have several: the whole name. */
function firstNameOf(name: string): string {
  return /^\p{Script=Latin}/u.test(name) ? name.replace(/\s.*/su, '') : name;
}
