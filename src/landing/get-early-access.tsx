import { WaitlistForm } from '../waitlist/waitlist-form';
import './get-early-access.css';

/** The card that the page exists for. */
export function GetEarlyAccess() {
  return (
    <section className="early-access" aria-labelledby="early-access">
      <h2 id="early-access">Get Early Access</h2>
      <WaitlistForm />
      <p className="early-access-privacy">
        We respect your privacy and will never share your information.
      </p>
    </section>
  );
}
