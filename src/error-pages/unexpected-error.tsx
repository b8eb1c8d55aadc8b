import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Gel } from '../brand/gel';
import { body } from '../brand/gel-path';
import { Button } from '../ui/button';
import { ErrorPage } from './error-page';

/** The router's default error screen. What went wrong is for the console, not for visitors. */
export function UnexpectedError({ error }: ErrorComponentProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);

  return (
    <ErrorPage
      title="Unexpected Application Error!"
      text="Something came unstuck on our side. A fresh start usually helps."
      action={
        <Button type="button" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      <Gel bodies={[body(120, 128, 80), body(258, 108, 62)]} />
      {/* Dazed, each on its own side. */}
      <path
        className="gel-smile"
        d="M92 106l14 14m0-14-14 14M128 106l14 14m0-14-14 14M106 150q10-9 20 0"
      />
      <path
        className="gel-smile"
        d="M234 90l12 12m0-12-12 12M268 90l12 12m0-12-12 12M248 128q9-8 18 0"
      />
    </ErrorPage>
  );
}
