import { Face } from '../brand/face';
import { Gel } from '../brand/gel';
import { body } from '../brand/gel-path';
import './how-it-works.css';

/**
 * Titles as docs/product.md, 2 has them. A scene is what the app shows at this step; its groups of
 * class `act-…` move once, one after another.
 */
const STEPS = [
  {
    title: 'Join an Event',
    text: 'Pick the night you are going to: a show, a party, a meetup around the corner.',
    scene: (
      <>
        <g transform="rotate(-4 160 100)">
          <rect className="scene-card" x="66" y="18" width="188" height="164" rx="22" />
          {/* The poster: a light over a crowd, cut off where the crowd goes on. */}
          <svg x="66" y="18" width="188" height="92" viewBox="0 0 188 92" aria-hidden="true">
            <path fill="url(#gel)" d="M0 90V22A22 22 0 0 1 22 0H166A22 22 0 0 1 188 22V90Z" />
            <path fill="oklch(1 0 0 / 0.26)" d="M94 30 22 92H78ZM94 30 166 92H110Z" />
            <Gel bodies={[body(94, 30, 17)]} fill="mango" />
            <path
              fill="var(--on-gel)"
              d="M0 92V80a16 16 0 0 1 30-2 19 19 0 0 1 36-2 17 17 0 0 1 33 0 20 20 0 0 1 38 0 17 17 0 0 1 32 2 15 15 0 0 1 19 0V92Z"
            />
          </svg>
          <path className="scene-line" d="M100 131h64M100 151h38" />
        </g>
        <g className="act-hop">
          <Gel bodies={[body(56, 146, 30)]} fill="berry" />
          <Face at={[50, 141]} smile />
        </g>
        <g className="act-hop">
          <Gel bodies={[body(270, 62, 22)]} fill="mango" />
          <Face at={[258, 60]} size={4} />
        </g>
        <g className="act-press">
          <rect fill="var(--action)" x="190" y="122" width="60" height="34" rx="17" />
          <path className="scene-mark" pathLength="1" d="m210 139 7 7 13-14" />
        </g>
      </>
    ),
  },
  {
    title: 'Match with People',
    text: 'See who else is going. Like the ones you would love to meet, or cross paths and move on.',
    scene: (
      <>
        <g opacity="0.55" transform="rotate(9 168 150)">
          <rect className="scene-card" x="106" y="18" width="124" height="144" rx="22" />
        </g>
        <g className="act-lean">
          <rect className="scene-card" x="96" y="12" width="128" height="152" rx="22" />
          {/* A portrait, cut off at the shoulders. */}
          <svg x="106" y="22" width="108" height="88" viewBox="0 0 108 88" aria-hidden="true">
            <rect fill="var(--sky)" width="108" height="88" rx="14" />
            <Gel bodies={[body(54, 41, 25), body(54, 130, 50)]} />
            <Face at={[49, 38]} smile />
          </svg>
          <path className="scene-line" d="M120 126h56M120 142h30" />
        </g>
        <circle className="scene-card" stroke="var(--scene-line)" cx="124" cy="164" r="23" />
        <path stroke="var(--ink-soft)" strokeWidth="5" d="m115 155 18 18m0-18-18 18" />
        <g className="act-press">
          <Gel bodies={[body(196, 162, 28)]} fill="berry" />
          <Heart x={196} y={162} />
        </g>
      </>
    ),
  },
  {
    title: 'Connect Before You Go',
    text: 'Say hi to your matches first, so you walk in already knowing someone.',
    scene: (
      <>
        <g className="act-hop">
          <Gel bodies={[body(56, 78, 32)]} fill="berry" />
          <Face at={[54, 73]} smile />
        </g>
        <g className="act-press">
          <path
            className="scene-card"
            d="M130 28H232a22 22 0 0 1 22 22V72a22 22 0 0 1-22 22H130q-10 0-16-5-8 8-20 8 10-9 14-24V50A22 22 0 0 1 130 28Z"
          />
          <path className="scene-line" d="M132 51h98M132 71h48" />
        </g>
        <g className="act-hop">
          <Gel bodies={[body(266, 142, 30)]} fill="mango" />
          <Face at={[254, 138]} smile />
        </g>
        <g className="act-press">
          <path
            fill="url(#gel)"
            d="M106 112H198a22 22 0 0 1 22 22V140q4 15 14 24-12 0-20-8-6 5-16 5H106a22 22 0 0 1-22-22V134A22 22 0 0 1 106 112Z"
          />
          <path stroke="var(--gloss-full)" strokeWidth="10" d="M110 137h50" />
          <Heart x={190} y={137} size={0.8} />
        </g>
      </>
    ),
  },
];

/** "How gel works": a sequence. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How gel works</h2>
      <ol className="row">
        {STEPS.map(({ title, text, scene }) => (
          <li key={title}>
            <svg ref={actWhenSeen} className="scene" viewBox="0 0 320 200" aria-hidden="true">
              {scene}
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

function Heart({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <path
      fill="var(--gloss-full)"
      transform={`translate(${x} ${y}) scale(${size})`}
      d="M0 15c-17-11-19-25-10-28 5-1 8 2 10 6 2-4 5-7 10-6 9 3 7 17-10 28Z"
    />
  );
}

/** Lets a scene act once, when most of it has been on the screen. */
function actWhenSeen(scene: SVGSVGElement) {
  const observer = new IntersectionObserver(
    ([entry]) => entry?.isIntersecting && scene.classList.add('scene-acting'),
    { threshold: 0.7 },
  );
  observer.observe(scene);
  return () => observer.disconnect();
}
