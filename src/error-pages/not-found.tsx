import { useEffect } from 'react';
import { Ball } from '../brand/ball';
import { FACE_LINES } from '../brand/gel';
import { site } from '../lib/site';
import { ButtonLink } from '../ui/button';
import { ErrorPage } from './error-page';

/** The page for every unknown path. */
export function NotFound() {
  useEffect(() => {
    console.error('Page not found:', window.location.pathname);
  }, []);

  return (
    <>
      <title>{`Page not found — ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <ErrorPage
        title={
          <>
            Oops! <br />
            Page not found
          </>
        }
        text="Looks like you two haven't met yet. It happens to the best links."
        action={<ButtonLink href="/">Return to Home</ButtonLink>}
      >
        <Ball body={[200, 200, 200]} fill="berry" />
        <g {...FACE_LINES}>
          <path stroke="#fff" strokeWidth="68" d="M100 184h0M190 176h0" />
          <path strokeWidth="36" d="M87 196h0M177 188h0" />
          <path stroke="#fff" strokeWidth="11" d="M81 189h0M171 181h0" />
        </g>
      </ErrorPage>
    </>
  );
}
