import { createFileRoute } from '@tanstack/react-router';
import { Benefits } from '../landing/benefits';
import { Closing } from '../landing/closing';
import { Footer } from '../landing/footer';
import { GetEarlyAccess } from '../landing/get-early-access';
import { Hero } from '../landing/hero';
import { HowItWorks } from '../landing/how-it-works';
import { Reveal } from '../landing/reveal';
import { site } from '../site';
import '../landing/landing.css';

export const Route = createFileRoute('/')({ component: LandingPage });

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
            <Hero />
            <Reveal at={200}>
              <GetEarlyAccess />
            </Reveal>
          </div>
          <Reveal at={400}>
            <HowItWorks />
          </Reveal>
          <Reveal at={600}>
            <Benefits />
          </Reveal>
          <Closing />
        </main>
        <Footer />
      </div>
    </>
  );
}
