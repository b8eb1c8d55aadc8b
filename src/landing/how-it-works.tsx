import { Gel } from '../brand/gel';
import type { Body } from '../brand/gel-path';
import { steps } from './copy';
import './how-it-works.css';

/** Two bodies on their way to each other, a drawing a step. */
const drawings: Record<(typeof steps)[number]['title'], { a: Body; b: Body }> = {
  'Join an Event': { a: [34, 50, 26], b: [166, 50, 26] },
  'Match with People': { a: [62, 50, 34], b: [138, 50, 34] },
  'Connect Before You Go': { a: [85, 50, 44], b: [115, 50, 44] },
};

/** "How gel works": a sequence. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How gel works</h2>
      <ol>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <svg viewBox="0 0 200 100" aria-hidden="true">
              <Gel {...drawings[title]} />
            </svg>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
