import type { ReactNode } from 'react';
import { Gel } from '../brand/gel';
import { benefits } from './copy';
import './benefits.css';

const drawings: Record<(typeof benefits)[number]['title'], ReactNode> = {
  // Two who found each other.
  'Authentic connections': (
    <>
      <Gel a={[38, 52, 28]} b={[84, 48, 26]} fill="ink" />
      <g className="benefits-eyes">
        <circle cx="40" cy="54" r="3.5" />
        <circle cx="51" cy="53" r="3.5" />
        <circle cx="75" cy="51" r="3.5" />
        <circle cx="86" cy="50" r="3.5" />
      </g>
    </>
  ),
  // A crowd under one light.
  'Events and meetups': (
    <>
      <Gel a={[60, 28, 17]} b={[60, 28, 15]} fill="ink" />
      <Gel a={[24, 76, 17]} b={[54, 72, 15]} fill="ink" />
      <Gel a={[82, 72, 15]} b={[106, 78, 13]} fill="ink" />
    </>
  ),
  // One, safe inside its own space.
  'Privacy first': (
    <>
      <circle className="benefits-ring" cx="60" cy="50" r="42" />
      <Gel a={[56, 52, 20]} b={[68, 48, 18]} fill="ink" />
    </>
  ),
};

/** "Why You'll Love gel": a set. */
export function Benefits() {
  return (
    <section className="benefits" aria-labelledby="benefits">
      <h2 id="benefits">Why You'll Love gel</h2>
      <ul>
        {benefits.map(({ title, text }) => (
          <li key={title}>
            <svg viewBox="0 0 120 100" aria-hidden="true">
              {drawings[title]}
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
