import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Gel } from '../ui/gel';
import { Logo } from '../ui/logo';
import '../ui/button.css';
import './outside.css';

/** The page for every path that is no other page. */
export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname });

  useEffect(() => {
    console.error('Page not found:', path);
  }, [path]);

  return (
    <>
      <title>Page not found — gel</title>
      <meta name="robots" content="noindex" />
      <main className="outside">
        <Logo />
        <svg viewBox="0 0 300 160" aria-hidden="true">
          <Gel a={[70, 84, 52]} b={[246, 66, 26]} />
        </svg>
        <h1>Oops! Page not found</h1>
        <p>Looks like you two haven't met yet. It happens to the best links.</p>
        <Link className="button" to="/">
          Return to Home
        </Link>
      </main>
    </>
  );
}
