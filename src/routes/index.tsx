import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Benefits } from '../landing/benefits';
import { CallToAction } from '../landing/call-to-action';
import { Footer } from '../landing/footer';
import { GetEarlyAccess } from '../landing/get-early-access';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { Reveal } from '../landing/reveal';
import { site } from '../site';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

function LandingPage() {
  const [newcomer, setNewcomer] = useState<string>();

  return (
    <>
      <title>{site.title}</title>
      <meta name="description" content={site.description} />
      <a className="skip-link" href="#waitlist">
        Skip to the form
      </a>
      <div className="landing">
        <main>
          <div className="landing-first">
            {/* Nothing suspends. React takes over what a boundary holds later, and the form sooner. */}
            <Suspense>
              <Hero newcomer={newcomer} />
            </Suspense>
            <Reveal at={200}>
              <GetEarlyAccess onJoined={setNewcomer} />
            </Reveal>
          </div>
          <Suspense>
            <Reveal at={400}>
              <HowItWorks />
            </Reveal>
            <Reveal at={600}>
              <Benefits />
            </Reveal>
            <CallToAction />
          </Suspense>
        </main>
        <Suspense>
          <Footer />
        </Suspense>
      </div>
    </>
  );
}
