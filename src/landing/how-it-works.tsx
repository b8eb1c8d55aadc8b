import { Ball, BallWithFace, Face, Gloss } from '../brand/ball';
import { Gel } from '../brand/gel';
import { Scene } from '../brand/scene';
import { site } from '../lib/site';
import './how-it-works.css';

/**
 * The titles are agreed ("Screens" in docs/product.md). A drawing shows the app at this step: one evening of the same
 * two friends. `textLength` fixes the width of a text that a wide system font could push out of its shape.
 */
const STEPS = [
  {
    title: 'Join an Event',
    text: 'Pick your night: a show, a meetup, the party everyone keeps texting about.',
    drawing: (
      <>
        <BallWithFace body={[45, 62, 21]} fill="mango" look={0.04} />
        <g transform="rotate(-3 170 100)">
          <rect className="how-it-works-tile" x="60" y="12" width="220" height="176" rx="22" />
          {/* The poster: a disco ball over a crowd. */}
          <g transform="translate(60 12)">
            <path fill="url(#gel)" d="M0 88V22A22 22 0 0 1 22 0H198A22 22 0 0 1 220 22V88Z" />
            <path fill="#fff4" d="M110 28 16 88H70ZM110 28 150 88H204Z" />
            <Ball body={[110, 28, 17]} fill="mango" />
            <path fill="none" stroke="#fff8" d="M94 23h32M94 33h32M110 11v34M102 13q-6 15 0 30M118 13q6 15 0 30" />
            <path
              fill="var(--on-gel)"
              d="M0 90V78a16 16 0 0 1 30-3 19 19 0 0 1 33 3 16 16 0 0 1 30-3 19 19 0 0 1 33 3 16 16 0 0 1 30-3 19 19 0 0 1 33 3 16 16 0 0 1 31-1V90Z"
            />
          </g>
          <text fontFamily="var(--font-display)" fontSize="16" fontWeight="700" x="78" y="122">
            Moonlight Disco
          </text>
          <text color="var(--ink-soft)" fontSize="13" fontWeight="400" x="78" y="140" textLength="176">
            Fri 9 pm · The Old Boathouse
          </text>
          <BallWithFace body={[89, 167, 11]} fill="mango" />
          <BallWithFace body={[106, 167, 11]} />
          <g className="scene-appear" data-stage="3">
            <BallWithFace body={[123, 167, 11]} fill="berry" />
          </g>
          <g className="scene-hop" data-stage="2">
            <rect fill="var(--action)" x="180" y="152" width="84" height="30" rx="15" />
            <circle fill="none" stroke="var(--on-action)" strokeWidth="1.5" cx="201" cy="167" r="7" />
            <text color="var(--on-action)" fontSize="13" fontWeight="700" x="214" y="171.5">
              I’m in
            </text>
            <path
              className="scene-appear"
              data-stage="2"
              fill="none"
              stroke="var(--on-action)"
              strokeWidth="3"
              d="m197 167 3.5 3.5 6-7.5"
            />
          </g>
        </g>
        <g className="scene-hop">
          <BallWithFace body={[304, 116, 31]} fill="berry" look={-0.2} />
        </g>
      </>
    ),
  },
  {
    title: 'Match with People',
    text: 'See who else is going. Like them or cross them off, no hard feelings.',
    drawing: (
      <g transform="translate(0 -4)">
        <g className="scene-hop" data-stage="3">
          <BallWithFace body={[52, 146, 31]} fill="berry" look={0.2} />
        </g>
        <rect className="how-it-works-tile" x="102" y="8" width="156" height="166" rx="22" />
        {/* A portrait, cut off at the shoulders. */}
        <svg x="112" y="18" width="136" height="84" viewBox="0 0 136 84" aria-hidden="true">
          <rect fill="var(--sky)" width="136" height="84" rx="14" />
          <path fill="#fff6" d="M16 84a52 52 0 0 1 104 0Z" />
          <g className="scene-hop" data-stage="3">
            <Gel
              outline="M44.8 55.8c3.2 6.2 1.5 13-22.2 25.1a100 100 0 1 0 90.8 0C89.7 68.8 88 62 91.2 55.8a26 26 0 1 0-46.4 0Z"
              fill="mango"
            />
            <Gloss body={[68, 44, 26]} />
            <Face body={[68, 47, 29]} />
          </g>
        </svg>
        <text fontFamily="var(--font-display)" fontSize="16" fontWeight="700" x="113" y="124">
          Noor, 24
        </text>
        <text color="var(--ink-soft)" fontSize="13" fontWeight="400" x="113" y="141">
          Also going solo
        </text>
        <circle className="how-it-works-tile" stroke="var(--line-soft)" cx="140" cy="180" r="20" />
        <path stroke="var(--ink-soft)" strokeWidth="4.5" d="m132 172 16 16m0-16-16 16" />
        <g className="scene-hop" data-stage="2">
          <Ball body={[212, 178, 26]} fill="berry" />
          <Heart x={212} y={179} size={0.95} />
        </g>
        <g className="scene-appear" data-stage="3">
          <g transform="rotate(7 269 66)">
            <rect fill="var(--lime)" x="207" y="48" width="124" height="34" rx="17" />
            <text
              color="var(--on-gel)"
              fontFamily="var(--font-display)"
              fontSize="12"
              fontWeight="700"
              x="221"
              y="70"
              textLength="96"
            >
              It’s a match!
            </text>
          </g>
        </g>
      </g>
    ),
  },
  {
    title: 'Connect Before You Go',
    text: 'Say hi to your matches first, so you walk in already knowing someone.',
    drawing: (
      <>
        <path className="how-it-works-tile" d="M102 16H235a20 20 0 0 1 0 40H90a8 8 0 0 1-8-8V36a20 20 0 0 1 20-20Z" />
        <text x="100" y="41" textLength="137">
          Going solo tonight?
        </text>
        <g className="scene-appear">
          <path fill="var(--rose)" d="M166 70H260a20 20 0 0 1 20 20V102a8 8 0 0 1-8 8H166a20 20 0 0 1 0-40Z" />
          <text color="var(--on-gel)" x="164" y="95" textLength="98">
            Not anymore!
          </text>
        </g>
        <g className="scene-hop">
          <BallWithFace body={[320, 92, 26]} fill="berry" look={-0.17} />
        </g>
        <g className="scene-appear" data-stage="2">
          <path
            className="how-it-works-tile"
            d="M102 124H268a20 20 0 0 1 0 40H90a8 8 0 0 1-8-8V144a20 20 0 0 1 20-20Z"
          />
          <text x="100" y="149" textLength="170">
            See you at the disco ball
          </text>
        </g>
        <g className="scene-hop" data-stage="2">
          <BallWithFace body={[42, 146, 26]} fill="mango" look={0.17} />
        </g>
        <g className="scene-appear" data-stage="3">
          <circle className="how-it-works-tile" stroke="var(--ground-end)" strokeWidth="3" cx="277" cy="172" r="16" />
          <Heart x={277} y={173} size={0.6} fill="var(--berry)" />
        </g>
      </>
    ),
  },
];

/** "How gel works": three steps in order, whose backgrounds form one body. */
export function HowItWorks() {
  return (
    <section className="landing-section page-width how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{`How ${site.name} works`}</h2>
      <ol>
        {STEPS.map(({ title, text, drawing }) => (
          <li key={title}>
            <Scene className="how-it-works-scene" viewBox="-8 -14 376 226" fontSize="14.5" fontWeight="600">
              {drawing}
            </Scene>
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

type HeartProps = { x: number; y: number; size: number; fill?: string };

function Heart({ x, y, size, fill = '#fff' }: HeartProps) {
  return (
    <path
      fill={fill}
      transform={`translate(${x} ${y}) scale(${size})`}
      d="M0 15c-17-11-19-25-10-28 5-1 8 2 10 6 2-4 5-7 10-6 9 3 7 17-10 28Z"
    />
  );
}
