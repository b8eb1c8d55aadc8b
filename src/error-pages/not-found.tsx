import { createLink, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Ball } from '../brand/ball';
import { ButtonLink } from '../ui/button';
import { ErrorPage } from './error-page';

const RouteButton = createLink(ButtonLink);

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
        title={
          <>
            <span>Oops!</span> Page not found
          </>
        }
        text="Looks like you two haven't met yet. It happens to the best links."
        action={<RouteButton to="/">Return to Home</RouteButton>}
      >
        <Ball body={[200, 200, 200]} fill="berry" />
        <g className="gel-face">
          <path stroke="#fff" strokeWidth="68" d="M100 184h0M190 176h0" />
          <path strokeWidth="36" d="M87 196h0M177 188h0" />
          <path stroke="#fff" strokeWidth="11" d="M81 189h0M171 181h0" />
        </g>
      </ErrorPage>
    </>
  );
}
