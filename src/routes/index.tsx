import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { Benefits } from '../landing/benefits';
import { CallToAction } from '../landing/call-to-action';
import { Footer } from '../landing/footer';
import { GetEarlyAccess } from '../landing/get-early-access';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { site } from '../lib/site';
import type { SignUp } from '../waitlist/fields';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

/** The sections of docs/product.md, 1. `before-react.ts` fades some of them in. */
function LandingPage() {
  /** The last sign-up that was saved from this page. */
  const [lastSignUp, setLastSignUp] = useState<SignUp>();
  return (
    <>
      <title>{site.title}</title>
      <meta name="description" content={site.description} />
      <a className="skip-link" href="#waitlist">
        Skip to the form
      </a>
      <div className="landing">
        <main>
          <div className="landing-first" data-has-ticket={lastSignUp && ''}>
            <Hero lastSignUp={lastSignUp} />
            <div data-fade-in-at={200}>
              <GetEarlyAccess lastSignUp={lastSignUp} onSaved={setLastSignUp} />
            </div>
          </div>
          <div data-fade-in-at={400}>
            <HowItWorks />
          </div>
          <div data-fade-in-at={600}>
            <Benefits />
          </div>
          <CallToAction />
        </main>
        <Footer />
      </div>
    </>
  );
}
