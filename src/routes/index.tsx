import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Benefits } from '../landing/benefits';
import { CallToAction } from '../landing/call-to-action';
import { Footer } from '../landing/footer';
import { GetEarlyAccess } from '../landing/get-early-access';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { site } from '../lib/site';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

/** The sections of docs/product.md, 1. `before-react.ts` fades some of them in. */
function LandingPage() {
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
            {/* React hydrates the content of such a boundary later, and the form first. */}
            <Suspense>
              <Hero />
            </Suspense>
            <div data-fade-in-at={200}>
              <GetEarlyAccess />
            </div>
          </div>
          <Suspense>
            <div data-fade-in-at={400}>
              <HowItWorks />
            </div>
            <div data-fade-in-at={600}>
              <Benefits />
            </div>
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
