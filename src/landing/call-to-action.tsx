import { BallWithFace, Face } from '../brand/ball';
import { Gel } from '../brand/gel';
import { gelBody, gelPaths } from '../brand/gel-path';
import { Scene } from '../brand/scene';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

/** Two bodies of gel, drawn without light and gloss because they are huge. */
const WAVE = gelPaths([gelBody(250, 520, 500), gelBody(836, 576, 500)]).join('');

/** The last section, with a link back to the form. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <Scene viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice">
        {/* Two who roll into the hollow behind the wave, and melt: what they became appears in front of them. */}
        <g className="scene-roll" data-beat="0">
          <BallWithFace body={[567, 82, 38]} fill="berry" />
        </g>
        <g className="scene-roll" data-beat="0">
          <BallWithFace body={[635, 84, 36]} fill="mango" />
        </g>
        <g className="scene-appear" data-beat="3">
          <Gel bodies={[gelBody(567, 82, 40), gelBody(635, 84, 38)]} />
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
