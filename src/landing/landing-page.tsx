import { Ball, Face } from '../brand/ball';
import { site } from '../lib/site';
import { WaitlistForm } from '../waitlist/waitlist-form';
import { Benefits } from './benefits';
import { CallToAction } from './call-to-action';
import { Footer } from './footer';
import { Hero } from './hero';
import { HowItWorks } from './how-it-works';
import './landing.css';

/** "Screens" in docs/product.md lists the sections. before-react.ts reveals some, at `data-reveal-at` milliseconds. */
export function LandingPage() {
  return (
    <>
      <title>{site.title}</title>
      <meta name="description" content={site.description} />
      <a className="landing-skip-link" href="#waitlist">
        Skip to the form
      </a>
      <div className="landing">
        <main>
          <div className="page-width landing-first-screen">
            <DecorativeBlob fill="mango" />
            <Hero />
            <div className="landing-form-place" data-reveal-at={200}>
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

/** A large body of gel in the background. landing.css places it, and its face where it is visible. */
function DecorativeBlob({ fill }: { fill: 'mango' | 'berry' }) {
  return (
    <svg className={`landing-blob landing-blob-${fill}`} viewBox="-50 -50 100 100" aria-hidden="true">
      <Ball body={[0, 0, 50]} fill={fill} />
      <g>
        <Face body={[0, 0, 26]} />
      </g>
    </svg>
  );
}
