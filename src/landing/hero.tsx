import { Logo } from '../brand/logo';
import { Headline } from './headline';
import { SocialProof } from './social-proof';
import './hero.css';

/** Logo, tagline, text, and social proof: visible from the first paint. */
export function Hero() {
  return (
    <div className="hero">
      <header>
        <Logo />
      </header>
      <div>
        <Headline />
        <p className="hero-text">
          Stop pulling up solo—find your vibe, match with your people, and know who's going before you even step in.
        </p>
        <SocialProof />
      </div>
    </div>
  );
}
