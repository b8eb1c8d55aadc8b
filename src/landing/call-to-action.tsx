import { capture } from '../analytics/analytics';
import { Face, Gloss } from '../brand/ball';
import { Gel } from '../brand/gel';
import { Scene } from '../brand/scene';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

/** The last section, with a link back to the form. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <Scene viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice">
        {/* Two who have become one, in the hollow behind the wave. */}
        <g className="scene-hop">
          <Gel outline="M587 116.7C599.7 109.3 603.6 109.5 615.5 116.6A38 38 0 1 0 617.5 50.3C605 56.7 601 56.6 589 48.6A40 40 0 1 0 587 116.7Z" />
          <Gloss body={[567, 82, 40]} />
          <Gloss body={[635, 84, 38]} />
          <Face body={[579, 79, 36]} />
          <Face body={[623, 79, 36]} />
        </g>
        <linearGradient id="wave" x2="1" y2="0.3">
          <stop stopColor="var(--wave-start)" />
          <stop stopColor="var(--wave-end)" offset="1" />
        </linearGradient>
        {/* Two bodies of gel, drawn without light and gloss because they are huge. */}
        <path
          fill="url(#wave)"
          d="M359 1008C495 978 509 979 637 1035A500 500 0 1 0 727 88C591 118 577 117 449 61A500 500 0 1 0 359 1008Z"
        />
      </Scene>
      <h2 id="call-to-action">Ready to gel with your tribe?</h2>
      <p>Thousands are already waiting. Come in together.</p>
      <ButtonLink href="#top" onClick={() => capture('waitlist_link_clicked', {})}>
        Join the Waitlist
      </ButtonLink>
    </section>
  );
}
