import type { Body } from '../brand/gel-path';
import { MovingGel } from '../brand/moving-gel';

/** Two on their way to each other: apart, nearer with the first answer, in touch with the second. */
const STEPS: ReadonlyArray<readonly Body[]> = [
  [
    [14, 20, 12],
    [86, 20, 12],
  ],
  [
    [26, 20, 14],
    [74, 20, 14],
  ],
  [
    [34, 20, 17],
    [68, 20, 17],
  ],
];

/** The page's story beside the card's heading. @param step how many of the two answers are there */
export function Progress({ step }: { step: number }) {
  return (
    <svg className="waitlist-progress" viewBox="0 0 100 40" aria-hidden="true">
      <MovingGel bodies={STEPS[step] ?? []} />
    </svg>
  );
}
