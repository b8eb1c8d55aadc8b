// Whatever React handles has it take over what is touched at once, in one long task.
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

/** A form in the page that no app handles yet: see `waitlist/early-submit.ts`. */
function isAwaited(): boolean {
  return window.submittedEarly !== false && document.forms.length > 0;
}
