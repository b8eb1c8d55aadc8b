import type { ReactNode } from 'react';
import { Gel } from '../brand/gel';
import './benefits.css';

type Benefit = {
  /** As docs/product.md, 2 has it. */
  title: string;
  text: string;
  drawing: ReactNode;
};

const BENEFITS: readonly Benefit[] = [
  {
    title: 'Authentic connections',
    text: 'Friends or dating, you say which. Everyone you meet here has the same plans tonight.',
    // Two who only have eyes for each other.
    drawing: (
      <>
        <Gel
          bodies={[
            [40, 56, 36],
            [106, 50, 34],
          ]}
        />
        <Eyes at={[49, 53]} />
        <Eyes at={[85, 48]} />
        <path className="benefits-smile" d="M49 68q7 6 14 0" />
        <path className="benefits-smile" d="M84 63q7 6 14 0" />
      </>
    ),
  },
  {
    title: 'Events and meetups',
    text: 'From sold-out shows to small meetups: one place to see where your people are headed.',
    // A crowd that melts together, all eyes on one light.
    drawing: (
      <>
        <path className="benefits-beam" d="M66 30L6 100H154L94 30Z" />
        <Gel bodies={[[80, 24, 23]]} fill="mango" />
        {/* Cut off where the crowd goes on. */}
        <svg y="50" width="160" height="50" viewBox="0 50 160 50" aria-hidden="true">
          <Gel
            bodies={[
              [18, 92, 17],
              [50, 84, 20],
              [83, 96, 18],
              [113, 83, 20],
              [143, 93, 17],
            ]}
          />
        </svg>
        <Eyes at={[46, 80]} size={3} />
        <Eyes at={[77, 91]} size={3} />
        <Eyes at={[107, 79]} size={3} />
      </>
    ),
  },
  {
    title: 'Privacy first',
    text: 'You control who can message you and who is blocked. Nobody reaches you uninvited.',
    // One at ease in a bubble, and one who waits outside.
    drawing: (
      <>
        <circle className="benefits-bubble" cx="52" cy="52" r="48" />
        <Gel
          bodies={[
            [42, 58, 25],
            [61, 52, 24],
          ]}
        />
        <path className="benefits-smile" d="M40 52q5 5 10 0M58 50q5 5 10 0M49 64q5 4 10 -1" />
        <path className="benefits-shine" d="M20 34A38 38 0 0 1 40 17" />
        <Gel bodies={[[133, 80, 20]]} fill="berry" />
        <Eyes at={[122, 77]} size={4} />
      </>
    ),
  },
];

type EyesProps = { at: readonly [x: number, y: number]; size?: number };

/** A pair of eyes, from the left one. */
function Eyes({ at: [x, y], size = 4.5 }: EyesProps) {
  return (
    <g className="benefits-eyes">
      <circle cx={x} cy={y} r={size} />
      <circle cx={x + 3 * size} cy={y} r={size} />
    </g>
  );
}

/** "Why You'll Love gel": a set. */
export function Benefits() {
  return (
    <section className="benefits" aria-labelledby="benefits">
      <h2 id="benefits">Why You'll Love gel</h2>
      <ul>
        {BENEFITS.map(({ title, text, drawing }) => (
          <li key={title}>
            <svg viewBox="0 0 160 104" aria-hidden="true">
              {drawing}
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
