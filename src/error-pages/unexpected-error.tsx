import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Gel } from '../brand/gel';
import { Logo } from '../brand/logo';
import { Button } from '../ui/button';
import './error-pages.css';

/** The router's default error screen. What went wrong is for the console, not for visitors. */
export function UnexpectedError({ error }: ErrorComponentProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);

  return (
    <main className="error-page">
      <Logo />
      <svg viewBox="0 0 300 160" aria-hidden="true">
        <Gel
          bodies={[
            [112, 88, 56],
            [178, 76, 40],
          ]}
        />
      </svg>
      <h1>Unexpected Application Error!</h1>
      <p>Something came unstuck on our side. A fresh start usually helps.</p>
      <Button type="button" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </main>
  );
}
