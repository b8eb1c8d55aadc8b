import { Face, Friend } from '../brand/ball';
import { Gel } from '../brand/gel';
import { gelBody, gelPaths } from '../brand/gel-path';
import { Scene } from '../brand/scene';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

/** Two bodies of gel, drawn without light and gloss because they are huge. */
const WAVE = gelPaths([gelBody(250, 520, 500), gelBody(836, 576, 500)]).join('');

/** A visitor who is not at the top by then has scrolled elsewhere. */
const SCROLL_MS = 3000;

/**
 * Scrolls to the top, where the form is, and then puts the cursor into its first field: in WebKit a
 * focus during the scroll ends it, and `scrollend` is not in every version of it.
 */
function goToForm() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  const deadline = performance.now() + SCROLL_MS;
  const focusAtTop = () => {
    if (window.scrollY <= 0) {
      document.querySelector<HTMLInputElement>('#waitlist input')?.focus({ preventScroll: true });
    } else if (performance.now() < deadline) requestAnimationFrame(focusAtTop);
  };
  focusAtTop();
}

/** The last section, with a link back to the form. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <Scene viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice">
        {/* Two who roll into the hollow and melt, behind the wave. */}
        <g className="act-hide" data-beat="3">
          <g className="act-roll" data-beat="0">
            <Friend at={[564, 82]} radius={38} fill="berry" />
          </g>
          <g className="act-roll-back" data-beat="0">
            <Friend at={[638, 84]} radius={36} fill="mango" />
          </g>
        </g>
        <g className="act-show" data-beat="3">
          <g className="act-hop" data-beat="3">
            <Gel bodies={[gelBody(567, 82, 40), gelBody(635, 84, 38)]} />
            <Face at={[579, 79]} radius={36} />
            <Face at={[623, 79]} radius={36} />
          </g>
        </g>
        <path fill="url(#glow)" d={WAVE} />
      </Scene>
      <h2 id="call-to-action">Ready to gel with your tribe?</h2>
      <p>Thousands are already waiting. Come in together.</p>
      <ButtonLink
        href="#top"
        onClick={(event) => {
          event.preventDefault();
          goToForm();
        }}
      >
        Join the Waitlist
      </ButtonLink>
    </section>
  );
}
