import { Ball, BallWithFace, Face, Gloss } from '../brand/ball';
import { FACE_LINES, Gel } from '../brand/gel';
import { Scene } from '../brand/scene';
import { site } from '../lib/site';
import './benefits.css';

/** The titles are agreed ("Screens" in docs/product.md). */
const BENEFITS = [
  {
    title: 'Authentic connections',
    text: 'Friends or dating, your call. Everyone you meet here already shares your plans.',
    // A choice, and two who made it.
    drawing: (
      <g transform="translate(-11 -8) scale(1.1)">
        <g transform="translate(16 4) scale(0.855)">
          <rect fill="#fff" x="30" y="2" width="160" height="34" rx="17" />
          <rect fill="var(--mango)" x="34" y="6" width="80" height="26" rx="13" />
          <text color="var(--on-gel)" x="74" y="23">
            Friends
          </text>
          <text color="var(--on-gel)" x="150" y="23">
            Dating
          </text>
        </g>
        <g className="scene-hop" data-stage="2">
          <Gel outline="M96.6 134.8C110.8 123.2 117 123 131.6 131.6A46 46 0 1 0 128.2 54.6C114.5 64.5 108.2 64.8 93 54.6A50 50 0 1 0 96.6 134.8Z" />
          <Gloss body={[65, 96, 50]} />
          <Gloss body={[155, 92, 46]} />
          <Face body={[83, 98, 39]} />
          <Face body={[139, 95, 39]} />
        </g>
      </g>
    ),
  },
  {
    title: 'Events and meetups',
    text: 'Sold-out shows, rooftop sets, six people and a board game: see where your people are headed.',
    // Three nights, and who goes to each.
    drawing: (
      <>
        <g transform="rotate(-9 48 150)">
          <g className="scene-hop">
            <BallWithFace body={[42, 41, 22]} fill="berry" look={0.14} />
          </g>
          <CalendarLeaf day="Fri" date="21" x={8} fill="var(--mango)" />
        </g>
        <g transform="rotate(9 172 150)">
          <g className="scene-hop" data-stage="3">
            <BallWithFace body={[178, 41, 22]} look={-0.14} />
          </g>
          <CalendarLeaf day="Sun" date="23" x={144} fill="var(--lime)" />
        </g>
        <g className="scene-hop" data-stage="2">
          <BallWithFace body={[110, 38, 24]} fill="mango" />
        </g>
        <CalendarLeaf day="Sat" date="22" x={76} fill="var(--rose)" />
      </>
    ),
  },
  {
    title: 'Privacy first',
    text: 'You control who can message you and who is blocked. No one slides in uninvited.',
    // Two at ease in a bubble, and one who waits outside.
    drawing: (
      <>
        <circle fill="#fff3" stroke="#fffd" strokeWidth="3" cx="84" cy="76" r="68" />
        <Gel outline="M89 118.5C94.2 115.3 96.7 114.5 102.4 113.7A34 34 0 1 0 84 49C78.7 51.4 76 52 70 52A36 36 0 1 0 89 118.5Z" />
        <Gloss body={[70, 88, 36]} />
        <Gloss body={[98, 80, 34]} />
        <path {...FACE_LINES} d="M60 80q6 5 12 0M88 76q6 5 12 0M74 94q6 5 12 -1" />
        <g className="scene-hop" data-stage="2">
          <Ball body={[190, 112, 26]} fill="berry" />
          <path {...FACE_LINES} d="M177 106v3M189 106v3M181 119a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />
        </g>
      </>
    ),
  },
];

/** "Why You'll Love gel": three benefits in no order. */
export function Benefits() {
  return (
    <section className="landing-section page-width benefits" aria-labelledby="benefits">
      <h2 id="benefits">{`Why You'll Love ${site.name}`}</h2>
      <ul>
        {BENEFITS.map(({ title, text, drawing }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <Scene className="benefits-scene" viewBox="0 0 220 150">
              <g fontFamily="var(--font-display)" fontSize="13" fontWeight="700" textAnchor="middle">
                {drawing}
              </g>
            </Scene>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One day of the calendar. */
function CalendarLeaf({ day, date, x, fill }: Record<'day' | 'date' | 'fill', string> & { x: number }) {
  return (
    <g transform={`translate(${x} 56)`}>
      <rect fill="var(--card)" width="68" height="86" rx="14" />
      <path fill={fill} d="M0 28V14A14 14 0 0 1 14 0H54A14 14 0 0 1 68 14V28Z" />
      <text color="var(--on-gel)" x="34" y="19">
        {day}
      </text>
      <text fontSize="27" x="34" y="67">
        {date}
      </text>
    </g>
  );
}
