import { Gel } from '../brand/gel';
import { ButtonLink } from '../ui/button';
import './call-to-action.css';

/** Scrolls to the top, where the form is, and puts the cursor into its first field. */
function goToForm() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  document.querySelector<HTMLInputElement>('input[name="name"]')?.focus({ preventScroll: true });
}

/** The closing call to action: everyone melted into one. */
export function CallToAction() {
  return (
    <section className="call-to-action" aria-labelledby="call-to-action">
      <svg viewBox="0 0 1200 600" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
        <Gel
          bodies={[
            [330, 500, 480],
            [900, 560, 480],
          ]}
          fill="glow"
          matte
        />
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
