import { Ball } from '../brand/ball';
import { FACE_LINES } from '../brand/gel';
import { site } from '../lib/site';
import { Button } from '../ui/button';
import { ErrorPage } from './error-page';

/** The router's default error screen. What went wrong is in the console (main.tsx), and not for visitors. */
export function UnexpectedError() {
  return (
    <>
      <title>{`Unexpected error — ${site.name}`}</title>
      <ErrorPage
        title="Unexpected Application Error!"
        text="Something came unstuck on our side. A fresh start usually helps."
        action={
          <Button type="button" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        }
      >
        <Ball body={[200, 200, 200]} />
        {/* Dazed. */}
        <g {...FACE_LINES}>
          <path strokeWidth="10" d="M80 162l40 40m0-40-40 40M170 154l40 40m0-40-40 40" />
        </g>
      </ErrorPage>
    </>
  );
}
