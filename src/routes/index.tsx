import { createFileRoute } from '@tanstack/react-router';
import { Benefits } from '../landing/benefits';
import { CallToAction } from '../landing/call-to-action';
import { DecorativeBlob } from '../landing/decorative-blob';
import { Footer } from '../landing/footer';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { site } from '../lib/site';
import { WaitlistForm } from '../waitlist/waitlist-form';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

/** The sections of docs/product.md, 1. `before-react.ts` reveals some of them, each at its own time. */
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
            <DecorativeBlob fill="mango" />
            <Hero />
            <div className="landing-card" data-reveal-at={200}>
              <WaitlistForm />
              <DecorativeBlob fill="berry" />
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
