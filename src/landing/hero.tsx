import { Logo } from '../brand/logo';
import { DecorativeBlob } from './decorative-blob';
import { Headline } from './headline';
import { SocialProof } from './social-proof';
import './hero.css';

/**
 * Logo, tagline, text and the crowd that is already there. There from the first paint.
 *
 * @param newcomer the name of who has just joined the crowd
 */
export function Hero({ newcomer }: { newcomer?: string | undefined }) {
  return (
    <div className="hero">
      <DecorativeBlob fill="mango" />
      <header>
        <Logo />
      </header>
      <div className="hero-words">
        <Headline />
        <p className="hero-text">
          Stop pulling up solo—find your vibe, match with your people, and know who's going before
          you even step in.
        </p>
        <SocialProof newcomer={newcomer} />
      </div>
    </div>
  );
}
