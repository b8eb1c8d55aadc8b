import { Face } from '../brand/ball';
import { Gel } from '../brand/gel';
import { gelPaths } from '../brand/gel-path';
import { Scene } from '../brand/scene';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

/** Two bodies of gel, drawn without light and gloss because they are huge. */
const WAVE = gelPaths([250, 520, 500], [836, 576, 500]).join('');

/** The last section, with a link back to the form. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <Scene viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice">
        {/* Two who have become one, in the hollow behind the wave. */}
        <g className="scene-hop" data-stage="3">
          <Gel a={[567, 82, 40]} b={[635, 84, 38]} />
          <Face body={[579, 79, 36]} />
          <Face body={[623, 79, 36]} />
        </g>
        <linearGradient id="wave" x2="1" y2="0.3">
          <stop stopColor="var(--wave-start)" />
          <stop stopColor="var(--wave-end)" offset="1" />
        </linearGradient>
        <path fill="url(#wave)" d={WAVE} />
      </Scene>
      <h2 id="call-to-action">Ready to gel with your tribe?</h2>
      <p>Thousands are already waiting. Come in together.</p>
      <ButtonLink href="#top">Join the Waitlist</ButtonLink>
    </section>
  );
}
