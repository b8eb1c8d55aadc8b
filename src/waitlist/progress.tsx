import { pair } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';

/** Apart, nearer with the first required field, touching with the second. */
const STEPS = [pair(14, 86, 20, 12), pair(26, 74, 20, 14), pair(34, 68, 20, 17)];

/** Two bodies beside the card's heading. @param step how many of the two required fields are filled in */
export function Progress({ step }: { step: number }) {
  return (
    <svg className="waitlist-progress" viewBox="0 0 100 40" aria-hidden="true">
      <MovingGel bodies={STEPS[step] ?? []} />
    </svg>
  );
}
