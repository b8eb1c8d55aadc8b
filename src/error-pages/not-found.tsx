import { createLink, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Gel } from '../brand/gel';
import { Logo } from '../brand/logo';
import { ButtonLink } from '../ui/button';
import './error-pages.css';

const RouteButton = createLink(ButtonLink);

/** The page for every path that is no other page. */
export function NotFound() {
  const router = useRouter();

  useEffect(() => {
    // Asked once: on the way home the location changes while this page is still there.
    console.error('Page not found:', router.state.location.pathname);
  }, [router]);

  return (
    <>
      <title>Page not found — gel</title>
      <meta name="robots" content="noindex" />
      <main className="error-page">
        <Logo />
        {/* One looks after the other, who rolled away. */}
        <svg viewBox="0 0 360 150" aria-hidden="true">
          <Gel
            bodies={[
              [76, 78, 66],
              [316, 114, 30],
            ]}
          />
          <g className="error-page-eyes">
            <circle cx="92" cy="72" r="9" />
            <circle cx="122" cy="76" r="9" />
          </g>
          <g className="error-page-pupils">
            <circle cx="96" cy="75" r="4.5" />
            <circle cx="126" cy="79" r="4.5" />
          </g>
          <path className="error-page-mouth" d="M96 104q12-9 22 2" />
        </svg>
        <h1>Oops! Page not found</h1>
        <p>Looks like you two haven't met yet. It happens to the best links.</p>
        <RouteButton to="/">Return to Home</RouteButton>
      </main>
    </>
  );
}
