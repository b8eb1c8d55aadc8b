import { Gel } from '../brand/gel';
import { body } from '../brand/gel-path';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

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
      const field = document.querySelector<HTMLInputElement>('.landing input');
      field?.focus({ preventScroll: true });
    } else if (performance.now() < deadline) requestAnimationFrame(focusAtTop);
  };
  focusAtTop();
}

/** The call to action. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <svg viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <Gel bodies={[body(330, 500, 480), body(900, 560, 480)]} fill="glow" matte />
      </svg>
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
