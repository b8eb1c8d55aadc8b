import { createLink, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ActingGel } from '../brand/acting-gel';
import { Gel } from '../brand/gel';
import { type Body, body } from '../brand/gel-path';
import { ButtonLink } from '../ui/button';
import { ErrorPage } from './error-page';

const RouteButton = createLink(ButtonLink);

/** The small one has rolled away from the large one. */
const BESIDE: readonly Body[] = [body(196, 176, 30)];
const AWAY: readonly Body[] = [body(318, 176, 30)];

/** The page for every unknown path. */
export function NotFound() {
  const router = useRouter();

  useEffect(() => {
    // Read once: on the way home the location changes while this page is still there.
    console.error('Page not found:', router.state.location.pathname);
  }, [router]);

  return (
    <>
      <title>Page not found — gel</title>
      <meta name="robots" content="noindex" />
      <ErrorPage
        title="Oops! Page not found"
        text="Looks like you two haven't met yet. It happens to the best links."
        action={<RouteButton to="/">Return to Home</RouteButton>}
      >
        <Gel bodies={[body(100, 124, 82)]} fill="berry" />
        <g fill="var(--gloss-full)">
          <circle cx="122" cy="114" r="12" />
          <circle cx="160" cy="120" r="12" />
        </g>
        <g fill="var(--on-gel)">
          <circle cx="127" cy="118" r="6" />
          <circle cx="165" cy="124" r="6" />
        </g>
        <path className="gel-smile" d="M124 158q16-13 30 2" />
        <ActingGel fill="mango" rest={AWAY} start={BESIDE} after={700} damping={0.8} />
      </ErrorPage>
    </>
  );
}
