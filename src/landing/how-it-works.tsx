import { Gel } from '../brand/gel';
import type { Body } from '../brand/gel-path';
import './how-it-works.css';

type Step = {
  /** As docs/product.md, 2 has it. */
  title: string;
  text: string;
  /** Two bodies on their way to each other, in a drawing as wide as they are. */
  bodies: readonly Body[];
  width: number;
};

const STEPS: readonly Step[] = [
  {
    title: 'Join an Event',
    text: 'Pick the night you are going to: a show, a party, a meetup around the corner.',
    bodies: [
      [26, 50, 26],
      [144, 50, 26],
    ],
    width: 170,
  },
  {
    title: 'Match with People',
    text: 'See who else is going. Like the ones you would love to meet, or cross paths and move on.',
    bodies: [
      [36, 50, 36],
      [114, 50, 36],
    ],
    width: 150,
  },
  {
    title: 'Connect Before You Go',
    text: 'Say hi to your matches first, so you walk in already knowing someone.',
    bodies: [
      [49, 50, 49],
      [66, 50, 49],
    ],
    width: 115,
  },
];

/** "How gel works": a sequence. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How gel works</h2>
      <ol>
        {STEPS.map(({ title, text, bodies, width }) => (
          <li key={title}>
            <svg viewBox={`0 0 ${width} 100`} aria-hidden="true">
              <Gel bodies={bodies} />
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
