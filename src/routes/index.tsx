import { createFileRoute } from '@tanstack/react-router';
import { Benefits } from '../landing/benefits';
import { CallToAction } from '../landing/call-to-action';
import { Footer } from '../landing/footer';
import { GetEarlyAccess } from '../landing/get-early-access';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { site } from '../lib/site';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

/** The sections of docs/product.md, 1. `before-react.ts` reveals some of them, each at a time. */
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
          <div className="page-width landing-first-screen">
            <Hero />
            <div data-reveal-at={200}>
              <GetEarlyAccess />
            </div>
          </div>
          <div data-reveal-at={400}>
            <HowItWorks />
          </div>
          <div data-reveal-at={600}>
            <Benefits />
          </div>
          <CallToAction />
        </main>
        <Footer />
      </div>
    </>
  );
}
