import { Face } from '../brand/face';
import { Gel } from '../brand/gel';
import { body } from '../brand/gel-path';
import './benefits.css';

/** Titles as docs/product.md, 2 has them. */
const BENEFITS = [
  {
    title: 'Authentic connections',
    text: 'Friends or dating, you say which. Everyone you meet here has the same plans tonight.',
    // Two who only have eyes for each other.
    drawing: (
      <>
        <Gel bodies={[body(40, 56, 36), body(106, 50, 34)]} />
        <Face at={[49, 53]} smile />
        <Face at={[85, 48]} smile />
      </>
    ),
  },
  {
    title: 'Events and meetups',
    text: 'From sold-out shows to small meetups: one place to see where your people are headed.',
    // A crowd that melts together, all eyes on one light.
    drawing: (
      <>
        <path fill="oklch(1 0 0 / 0.28)" d="M66 30L6 100H154L94 30Z" />
        <Gel bodies={[body(80, 24, 23)]} fill="mango" />
        {/* Cut off where the crowd goes on. */}
        <svg y="50" width="160" height="50" viewBox="0 50 160 50" aria-hidden="true">
          <Gel
            bodies={[
              body(18, 92, 17),
              body(50, 84, 20),
              body(83, 96, 18),
              body(113, 83, 20),
              body(143, 93, 17),
            ]}
          />
        </svg>
        <Face at={[46, 80]} size={3} />
        <Face at={[77, 91]} size={3} />
        <Face at={[107, 79]} size={3} />
      </>
    ),
  },
  {
    title: 'Privacy first',
    text: 'You control who can message you and who is blocked. Nobody reaches you uninvited.',
    // One at ease in a bubble, and one who waits outside.
    drawing: (
      <>
        <circle fill="#ffffff4d" stroke="#ffffffd9" strokeWidth="3" cx="52" cy="52" r="48" />
        <Gel bodies={[body(42, 58, 25), body(61, 52, 24)]} />
        <path className="gel-smile" d="M40 52q5 5 10 0M58 50q5 5 10 0M49 64q5 4 10 -1" />
        <path fill="none" stroke="#fff" strokeWidth="5" d="M20 34A38 38 0 0 1 40 17" />
        <Gel bodies={[body(133, 80, 20)]} fill="berry" />
        <Face at={[122, 77]} size={4} />
      </>
    ),
  },
];

/** "Why You'll Love gel": a set. */
export function Benefits() {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Firefox leaves the landmark out without it
    <section role="region" className="benefits" aria-labelledby="benefits">
      <h2 id="benefits">Why You'll Love gel</h2>
      <ul className="row">
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
