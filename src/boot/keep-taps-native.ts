// Each of these has React take over at once, in one long task, what is touched.
const TOUCHES = [
  'touchstart',
  'touchend',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'keydown',
  'keyup',
  'input',
];

/**
 * Keeps taps and keys to the browser until the form is there: it answers them right away, and what they
 * changed is read when the app takes over, which goes on in small tasks meanwhile.
 */
export function keepTapsNative(): void {
  for (const touch of TOUCHES) {
    addEventListener(
      touch,
      (event) => {
        if (isAwaited()) event.stopPropagation();
      },
      { capture: true, passive: true },
    );
  }
}

/** A form that the app neither handles yet nor has failed to load for: see `waitlist/pending-submit.ts`. */
function isAwaited(): boolean {
  return !document.documentElement.dataset.app && document.forms.length > 0;
}
